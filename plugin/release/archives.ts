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

/** The files of the repository that are in every archive. */
const licenseFiles = ["LICENSE", "THIRD-PARTY-NOTICES"];
const manPageFile = "kubectl-hco_status.1";

/** The permissions of the entries, as `chmod` takes them. */
const executableMode = 0o755;
const readableMode = 0o644;
/** The bits of a mode by which a zip says that an entry is a regular file (S_IFREG of stat.h). */
const regularFileBits = 0o100000;

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
  const executable = executableName(platform);
  const fileNames = [executable, manPageFile, ...licenseFiles].toSorted();
  try {
    await copyFile(join(packages, platform.folder, executable), join(workFolder, executable));
    for (const name of licenseFiles) await copyFile(join(repositoryRoot, name), join(workFolder, name));
    await writeFile(join(workFolder, manPageFile), renderManPage(version));
    for (const name of fileNames) await chmod(join(workFolder, name), chooseMode(name));
    await mkdir(folder, { recursive: true });
    if (archive.endsWith(".zip")) {
      await writeZip(archive, workFolder, fileNames);
    } else {
      await writeTarGz(archive, workFolder, fileNames);
    }
    return archive;
  } finally {
    await rm(workFolder, { recursive: true });
  }
}

async function writeTarGz(archive: string, folder: string, fileNames: readonly string[]): Promise<void> {
  await create({ cwd: folder, file: archive, gzip: { level: 9 }, portable: true, mtime: entryTime }, [...fileNames]);
}

async function writeZip(archive: string, folder: string, fileNames: readonly string[]): Promise<void> {
  const zip = new ZipFile();
  for (const name of fileNames) {
    const content = await readFile(join(folder, name));
    const mode = regularFileBits + chooseMode(name);
    zip.addBuffer(content, name, { mtime: entryTime, mode, forceDosTimestamp: true });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(archive));
}

function chooseMode(fileName: string): number {
  const isDocument = fileName === manPageFile || licenseFiles.includes(fileName);
  return isDocument ? readableMode : executableMode;
}
