import { basename, join, resolve } from "node:path";
import { build, type Plugin as EsbuildPlugin } from "esbuild";
import { type OutputOptions, type Plugin, rolldown } from "rolldown";
import { cjsInput, cjsOutput, refuseCycles, replaceFiles } from "./cjs-files.ts";
import { type LoadedModules, moduleGraph, withoutClientConfig } from "./rolldown-plugins.ts";

// Bundles the plugin as files that load when a run needs them: for Node as CommonJS, for the executable as ES modules.

/**
 * What is loaded beside the entry for help, the completion of flags and messages beyond ASCII. Like the entry, each is a file
 * that needs no other.
 */
const standaloneFiles: readonly string[] = ["error-message", "help", "reply", "script"];

/** What a run does of which the time counts, and the files that it loads for that. */
type Uses = Readonly<Record<string, readonly string[]>>;

/**
 * Code that several files need stands in one file for all code that the same of these uses need, named by them:
 * `for-report-and-files`. So a run loads little that it does not use.
 */
const uses: Uses = {
  status: ["status-command"],
  socket: ["socket"],
  report: ["evaluate-and-print", "read-plan"],
  document: ["first-document"],
  files: ["read-files", "read-must-gather", "open-must-gather"],
  explain: ["explain-command", "known-words"],
  completion: ["values", "resource-types"],
};

/** Bundles `source` into `folder`, and removes the files of an older build there that are not built any more. */
export async function bundlePlugin(
  source: string,
  folder: string,
  define: Readonly<Record<string, string>>,
): Promise<void> {
  await replaceFiles(folder, async () => {
    const { built, laterSources } = await bundleStandaloneFiles(source, folder, define);
    return [...built, ...(await bundleShared(laterSources, folder, define))];
  });
}

/** Bundles the entry and the {@link standaloneFiles}. Returns the names of the files, and the sources that they load. */
async function bundleStandaloneFiles(
  source: string,
  folder: string,
  define: Readonly<Record<string, string>>,
): Promise<{ readonly built: ReadonlySet<string>; readonly laterSources: Readonly<Record<string, string>> }> {
  const sources = new Map([["kubectl-hco_status", source]]);
  const laterSources = new Map<string, string>();
  const fileForEachImport: EsbuildPlugin = {
    name: "a-file-for-each-import",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const name = basename(path, ".ts");
        (standaloneFiles.includes(name) ? sources : laterSources).set(name, resolve(resolveDir, path));
        return { path: `./${name}.cjs`, external: true };
      });
    },
  };
  const built = new Set<string>();
  // A file of one pass may load the files of the next.
  for (const [name, entry] of sources) {
    const file = `${name}.cjs`;
    await build({
      bundle: true,
      minify: true,
      target: "node24",
      platform: "node",
      format: "cjs",
      // A dynamic import of Node's would start its loader of ES modules (2 ms). CommonJS has require() already.
      supported: { "dynamic-import": false },
      logLevel: "warning",
      define: { ...define },
      entryPoints: [entry],
      outfile: join(folder, file),
      plugins: [fileForEachImport],
    });
    built.add(file);
  }
  return { built, laterSources: Object.fromEntries(laterSources) };
}

/** Bundles `sources`, by the names of their files, and all that they load. Returns the names of the files. */
async function bundleShared(
  sources: Readonly<Record<string, string>>,
  folder: string,
  define: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const graph = moduleGraph();
  const bundle = await rolldown({
    ...cjsInput,
    input: { ...sources },
    transform: { target: "node24", define: { ...define } },
    plugins: [keepStandaloneFiles, withoutClientConfig, graph.plugin],
  });
  const { output } = await bundle.write({
    ...cjsOutput,
    dir: folder,
    chunkFileNames: "[name].cjs",
    codeSplitting: shareFiles(graph, uses),
  });
  await bundle.close();
  refuseCycles(output.filter((file) => file.type === "chunk"));
  return output.map(({ fileName }) => fileName);
}

/**
 * Bundles `source` into `folder` as ES modules, of which Bun makes an executable. Bun links each import of a module by its
 * name. So fewer and larger modules start faster than one for each `import()`.
 */
export async function bundleModules(
  source: string,
  folder: string,
  define: Readonly<Record<string, string>>,
): Promise<void> {
  const graph = moduleGraph();
  const bundle = await rolldown({
    ...cjsInput,
    input: { "kubectl-hco_status": source },
    transform: { target: "node24", define: { ...define } },
    plugins: [withoutClientConfig, graph.plugin],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "es",
    minify: true,
    comments: false,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name].mjs",
    codeSplitting: shareFiles(graph, { start: [basename(source, ".ts")], help: standaloneFiles, ...uses }),
  });
  await bundle.close();
  refuseCycles(output.filter((file) => file.type === "chunk"));
}

/** Which modules share a file: those that the same of `uses` need. */
function shareFiles(graph: ReturnType<typeof moduleGraph>, uses: Uses): NonNullable<OutputOptions["codeSplitting"]> {
  let nameGroup: ((module: string) => string | null) | undefined;
  const name = (module: string): string | null => {
    nameGroup ??= groupNames(graph.listLoaded(), uses);
    return nameGroup(module);
  };
  return { includeDependenciesRecursively: false, groups: [{ name, debugName: "shared" }] };
}

/** Leaves each of the {@link standaloneFiles} to its own file. */
const keepStandaloneFiles: Plugin = {
  name: "standing-alone",
  resolveDynamicImport: (specifier) => {
    const name = typeof specifier === "string" ? basename(specifier, ".ts") : "";
    return standaloneFiles.includes(name) ? { id: `./${name}.cjs`, external: true } : undefined;
  },
};

/** Returns a function that names the file for a module that several need, and null for a module of one file. */
function groupNames(loaded: readonly LoadedModules[], uses: Uses): (module: string) => string | null {
  const named = loaded.map(({ id, modules }) => ({ name: basename(id, ".ts"), modules }));
  const missing = Object.values(uses)
    .flat()
    .find((use) => !named.some(({ name }) => name === use));
  if (missing !== undefined)
    throw new Error(`the plugin imports no ${missing}; correct plugin/build/plugin-bundles.ts`);
  return (module) => {
    const needing = named.filter(({ modules }) => modules.has(module));
    if (needing.length < 2) return null;
    const used = Object.entries(uses).filter(([, names]) => needing.some(({ name }) => names.includes(name)));
    return `for-${used.length === 0 ? "others" : used.map(([use]) => use).join("-and-")}`;
  };
}
