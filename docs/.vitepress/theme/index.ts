import { useRoute } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h, nextTick, onMounted, watch } from 'vue';
import { NotFound } from './not-found.ts';
import './style.css';

/** The landing page has no `main` of its own, which readers of the screen jump to. */
async function markMain(): Promise<void> {
  await nextTick();
  document.querySelector('.VPHome')?.setAttribute('role', 'main');
}

export default {
  ...theme,
  Layout: () => h(theme.Layout, null, { 'not-found': () => h(NotFound) }),
  setup(): void {
    const route = useRoute();
    onMounted(() => void markMain());
    watch(
      () => route.path,
      () => void markMain(),
    );
  },
};
