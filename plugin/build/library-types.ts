import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

/**
 * Writes the types of the library, `source` with all that it imports, into one file of `folder`, named as the source.
 * Every export states its type (isolatedDeclarations), so no compiler needs to run.
 */
export async function bundleLibraryTypes(source: string, folder: string): Promise<void> {
  const plugins = [dts({ generator: "oxc", emitDtsOnly: true, tsconfig: false })];
  const bundle = await rolldown({ input: source, plugins });
  await bundle.write({ dir: folder, format: "es" });
  await bundle.close();
}
