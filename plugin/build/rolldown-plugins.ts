import type { Plugin } from "rolldown";

/**
 * OpenID's login in the Kubernetes client needs one function of its `config.js`, from which the rest of the package hangs:
 * 1.2 MB. It is bundled with this function alone (bufferFromFileOrString of kubernetes-client/javascript).
 */
export const withoutClientConfig: Plugin = {
  name: "without-client-config",
  resolveId: (specifier, importer = "") =>
    specifier === "./config.js" && importer.endsWith("oidc_auth.js") ? clientConfig : undefined,
  load: (id) => (id === clientConfig ? clientConfigSource : undefined),
};

const clientConfig = "\0client-config";
const clientConfigSource = `import { readFileSync } from "node:fs";
export function bufferFromFileOrString(file, data) {
  if (file) return readFileSync(file);
  return data ? Buffer.from(data, "base64") : null;
}`;

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
