import { createWriteStream } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { create } from "tar";
import { ZipFile } from "yazl";
import { repositoryRoot } from "./bundled-packages.ts";
import { renderManPage } from "./man-page.ts";
import { archiveName, executableName, type ReleasePlatform } from "./platforms.ts";

/** The time of every entry, the first that a zip can hold. With the time of the build, no two archives would be equal. */
const entryTime = new Date(Date.UTC(1980, 0, 1));

/** The files of an archive beside the executable. */
const legal = ["LICENSE", "THIRD-PARTY-NOTICES"];
const manPage = "kubectl-hco_status.1";

/**
 * Writes the archive of one platform into `folder`: the executable of `packages`, licence, notices and man page, without
 * a folder around them. Two builds of the same executable write the same bytes.
 * @returns The path of the archive.
 */
export async function writeArchive(
  platform: ReleasePlatform,
  version: string,
  { packages, folder }: { readonly packages: string; readonly folder: string },
): Promise<string> {
  const workFolder = await mkdtemp(join(tmpdir(), "hco-status-archive-"));
  const archive = join(folder, archiveName(platform, version));
  const program = executableName(platform);
  const names = [program, manPage, ...legal].toSorted();
  try {
    await copyFile(join(packages, platform.folder, program), join(workFolder, program));
    for (const name of legal) await copyFile(join(repositoryRoot, name), join(workFolder, name));
    await writeFile(join(workFolder, manPage), renderManPage(version));
    for (const name of names) await chmod(join(workFolder, name), modeOf(name));
    await mkdir(folder, { recursive: true });
    if (archive.endsWith(".zip")) await writeZip(archive, workFolder, names);
    else await create({ cwd: workFolder, file: archive, gzip: { level: 9 }, portable: true, mtime: entryTime }, names);
    return archive;
  } finally {
    await rm(workFolder, { recursive: true });
  }
}

async function writeZip(archive: string, work: string, names: readonly string[]): Promise<void> {
  const zip = new ZipFile();
  for (const name of names)
    zip.addBuffer(await readFile(join(work, name)), name, {
      mtime: entryTime,
      mode: 0o100000 + modeOf(name),
      forceDosTimestamp: true,
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(archive));
}

function modeOf(name: string): number {
  return name === manPage || legal.includes(name) ? 0o644 : 0o755;
}
