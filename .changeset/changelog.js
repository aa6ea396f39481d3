/** Copies the release note into CHANGELOG.md as it is written, one level below its size. */
export default {
  getReleaseLine: ({ summary }) => summary.replaceAll(/^###/gm, '####'),
  getDependencyReleaseLine: () => '',
};
