import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { list } from "tar";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromBuffer } from "yauzl";
import { writeArchive } from "../../../plugin/release/archives.ts";
import { readPackageFields } from "../../../plugin/release/package-fields.ts";
import { archiveName, executableName, releasePlatforms } from "../../../plugin/release/platforms.ts";
import { makeRelease, type TriedRelease } from "./release.ts";

const { version } = await readPackageFields();
let release: TriedRelease;
beforeAll(async () => {
  release = await makeRelease();
});
afterAll(() => release.remove());

/** One file of an archive. */
interface Entry {
  readonly name: string;
  readonly mode: number;
  readonly time: number;
}

async function entries(archive: string): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  if (archive.endsWith(".tar.gz")) {
    await list({
      file: archive,
      onReadEntry: ({ path, mode = 0, mtime }) => found.push({ name: path, mode, time: mtime?.getTime() ?? 0 }),
    });
    return found;
  }
  await new Promise<void>((resolve, reject) =>
    fromBuffer(readFileSync(archive), (error, zip) => {
      if (error) return reject(error);
      zip.on("entry", (entry) => {
        const time = entry.getLastModDate({ timezone: "UTC" }).getTime();
        found.push({ name: entry.fileName, mode: (entry.externalFileAttributes >>> 16) & 0o777, time });
      });
      zip.on("error", reject).on("end", resolve);
    }),
  );
  return found;
}

describe.for(releasePlatforms.map((platform) => [platform.folder, platform] as const))("%s", ([, platform]) => {
  const archive = (): string => join(release.folder, archiveName(platform, version));

  test("the archive has the executable, licence, notices and man page, each with its mode and one time", async () => {
    const time = Date.UTC(1980, 0, 1);
    const found = await entries(archive());
    expect(new Map(found.map(({ name, ...rest }) => [name, rest]))).toEqual(
      new Map([
        ["LICENSE", { mode: 0o644, time }],
        ["THIRD-PARTY-NOTICES", { mode: 0o644, time }],
        [executableName(platform), { mode: 0o755, time }],
        ["kubectl-hco_status.1", { mode: 0o644, time }],
      ]),
    );
  });

  test("two builds write one archive", async () => {
    const again = await writeArchive(platform, version, {
      packages: release.packages,
      folder: join(release.folder, "again"),
    });
    expect(digest(again)).toBe(digest(archive()));
  });
});

test("SHA256SUMS has the checksum of each archive and of the SBOM", () => {
  const lines = readFileSync(join(release.folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  const names = lines.map((line) => line.slice(66));
  expect(names).toEqual([...releasePlatforms.map((each) => archiveName(each, version)), "hco-status.cdx.json"]);
  expect(lines).toEqual(names.map((name) => `${digest(join(release.folder, name))}  ${name}`));
});

test("a release without one of the executables fails", async () => {
  const [platform] = releasePlatforms;
  if (platform === undefined) throw new Error("no platform");
  const folder = join(release.folder, "incomplete");
  await expect(writeArchive(platform, version, { packages: folder, folder })).rejects.toThrow("ENOENT");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

function digest(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
