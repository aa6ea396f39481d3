import { Converter } from 'typedoc';

/** `consent-evidence/intake` for `src/intake`, as it is imported. */
export function importName(name) {
  return name.replace(/^(?:src|(?=mock))/, (found) =>
    found === 'src' ? 'consent-evidence' : 'consent-evidence/',
  );
}

/** TypeDoc names a module by its folder here; whoever reads the reference knows the import. */
export function nameModules(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = importName(module.name);
  });
}
