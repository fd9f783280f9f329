import type { Plugin } from "rolldown";
import { changeable, changedSource, sourceInstead } from "./replaced-modules.ts";

/** As the plugin of esbuild of the same name. */
export const withoutTheRest: Plugin = {
  name: "without-the-rest",
  resolveId: (specifier, importer = "") =>
    sourceInstead(specifier, importer) === undefined ? undefined : `\0${importer}\0${specifier}`,
  load(id) {
    const [, importer = "", specifier = ""] = id.split("\0");
    return sourceInstead(specifier, importer);
  },
  transform: {
    filter: { id: changeable },
    handler: (source, id) => changedSource(id, source),
  },
};

/** A module that is loaded when it is needed, and all modules that load with it. */
export interface LoadedModules {
  readonly id: string;
  readonly modules: ReadonlySet<string>;
}

/** What {@link moduleGraph} needs to know of a module. */
interface ModuleImports {
  readonly isEntry: boolean;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

/** Returns a plugin that notes the imports of each module, and a function that lists the entries and `import()`s. */
export function moduleGraph(): { readonly plugin: Plugin; readonly listLoaded: () => readonly LoadedModules[] } {
  const noted = new Map<string, ModuleImports>();
  const plugin: Plugin = {
    name: "module-graph",
    moduleParsed: ({ id, isEntry, importedIds, dynamicallyImportedIds }) => {
      noted.set(id, { isEntry, importedIds, dynamicallyImportedIds });
    },
  };
  const listLoaded = (): readonly LoadedModules[] => {
    const entries = [...noted].flatMap(([id, { isEntry }]) => (isEntry ? [id] : []));
    const later = [...noted.values()].flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds);
    return [...new Set([...entries, ...later])]
      .filter((id) => noted.has(id))
      .map((id) => ({ id, modules: modulesWith(id, noted) }));
  };
  return { plugin, listLoaded };
}

function modulesWith(id: string, noted: ReadonlyMap<string, ModuleImports>): ReadonlySet<string> {
  const modules = new Set([id]);
  for (const module of modules) for (const next of noted.get(module)?.importedIds ?? []) modules.add(next);
  return modules;
}
