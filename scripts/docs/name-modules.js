import { Converter } from 'typedoc';

/** Returns the name to import: `consent-evidence/intake` for `src/intake`. */
export function importName(name) {
  return name.replace(/^(?:src|(?=mock))/, (found) =>
    found === 'src' ? 'consent-evidence' : 'consent-evidence/',
  );
}

/** Makes TypeDoc name each module by its import, which readers know, and not by its folder here. */
export function nameModules(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = importName(module.name);
  });
}
