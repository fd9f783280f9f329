import { type OutputChunk, type RolldownBuild, rolldown } from "rolldown";
import { cjsInput, cjsOutput, refuseCycles, replaceFiles } from "./cjs-files.ts";
import { withoutClientConfig } from "./rolldown-plugins.ts";

/**
 * Bundles `source` into CommonJS files of `folder` that load when they are needed. Code that several files need stands
 * in a file that they share. Files of an older build are removed.
 */
export async function bundleExtension(source: string, folder: string): Promise<void> {
  await replaceFiles(folder, async () => {
    const bundle = await rolldown({
      ...cjsInput,
      input: source,
      external: ["vscode"],
      transform: { target: "node24" },
      // No module reads a property for what its getter does.
      treeshake: { propertyReadSideEffects: false },
      plugins: [withoutClientConfig],
    });
    const nameGroup = await groupNames(bundle);
    const { output } = await bundle.write({
      ...cjsOutput,
      dir: folder,
      chunkFileNames: "[name].cjs",
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: nameGroup, debugName: "shared" }],
      },
    });
    await bundle.close();
    const chunks = output.filter((file) => file.type === "chunk");
    refuseCycles(chunks);
    return output.map(({ fileName }) => fileName);
  });
}

/** What shows a manifest without a cluster, and what connects to a cluster. */
const uses = { manifest: "annotations.lazy", cluster: "cluster-place" } as const;

/**
 * Returns a function that names the file for a module: one for what the start shares with others, one for a manifest
 * without a cluster, one for all other code. Each further split would add more bytes than it saves time. The function
 * returns null for a module that stays where it is needed: at the start alone, or beside a package that few people
 * need, of an archive, a login or a proxy.
 */
async function groupNames(bundle: RolldownBuild): Promise<(module: string) => string | null> {
  const { output } = await bundle.generate({ format: "cjs" });
  const chunks = output.filter((file) => file.type === "chunk");
  const entries = chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry);
  const needed = entries.map((entry) => ({ ...entry, modules: modulesOf(entry, chunks) }));
  const modulesFor = (use: string): ReadonlySet<string> => {
    const modules = needed.find(({ name }) => name === use)?.modules;
    if (modules === undefined)
      throw new Error(`the extension imports no ${use}; correct plugin/build/extension-bundles.ts`);
    return modules;
  };
  const manifest = modulesFor(uses.manifest);
  const cluster = modulesFor(uses.cluster);
  const isSeldom = ({ modules }: { readonly modules: ReadonlySet<string> }): boolean =>
    [...modules].some((module) => module.includes("node_modules") && !manifest.has(module) && !cluster.has(module));
  return (module) => {
    const needing = needed.filter(({ modules }) => modules.has(module));
    if (needing.some(({ isEntry }) => isEntry)) return needing.length > 1 ? "start" : null;
    if (needing.every(isSeldom)) return null;
    return manifest.has(module) ? "manifest" : "cluster";
  };
}

/** The file of a chunk, and of all chunks that load with it. */
function filesOf(entry: OutputChunk, chunks: readonly OutputChunk[]): ReadonlySet<string> {
  const files = new Set([entry.fileName]);
  for (const file of files)
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
  return files;
}

/** The modules of a chunk, and of all chunks that load with it. */
function modulesOf(entry: OutputChunk, chunks: readonly OutputChunk[]): ReadonlySet<string> {
  const files = filesOf(entry, chunks);
  return new Set(chunks.flatMap(({ fileName, moduleIds }) => (files.has(fileName) ? moduleIds : [])));
}
