import { buffer } from "node:stream/consumers";
import { openPromise } from "yauzl";

/** Every file of a zip by its name. */
export async function unzip(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await openPromise(path);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
