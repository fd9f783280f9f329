import type { GatherFiles, ReadProgress } from "./archive-files.ts";

/** The same files, which report to `progress` how many of them have been read, and their bytes. */
export function countedFiles(files: GatherFiles, progress: ReadProgress): GatherFiles {
  const read = { files: 0, bytes: 0 };
  return {
    ...files,
    async read(path) {
      const input = await files.read(path);
      read.files += 1;
      read.bytes += "text" in input ? Buffer.byteLength(input.text) : 0;
      progress({ is: "files", ...read });
      return input;
    },
  };
}
