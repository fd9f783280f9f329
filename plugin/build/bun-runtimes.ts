import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { arch, env, execPath, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { x as extract } from "tar";

/** A platform that an executable is built for. */
export interface Platform {
  /** The system and the processor, as Bun names its targets: `linux-arm64`. */
  readonly name: `${"linux" | "darwin" | "windows"}-${"x64" | "arm64"}`;
  /** The package with Bun for it. */
  readonly runtime: `@oven/bun-${string}`;
}

export const platforms: readonly Platform[] = [
  { name: "linux-x64", runtime: "@oven/bun-linux-x64" },
  { name: "linux-arm64", runtime: "@oven/bun-linux-aarch64" },
  { name: "darwin-x64", runtime: "@oven/bun-darwin-x64" },
  { name: "darwin-arm64", runtime: "@oven/bun-darwin-aarch64" },
  { name: "windows-x64", runtime: "@oven/bun-windows-x64" },
  { name: "windows-arm64", runtime: "@oven/bun-windows-aarch64" },
];

/** The platform of this machine. @throws where Bun has none for it. */
export function thisPlatform(): Platform {
  const name = `${platform === "win32" ? "windows" : platform}-${arch}`;
  const found = platforms.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no executable for ${name}`);
  return found;
}

/** The Bun of this machine, from the devDependency. */
export const installedBun: string = fileURLToPath(import.meta.resolve("bun/bin/bun.exe"));

/**
 * The file of Bun for `platform`: the installed one for this machine. For another, `folder` gets what the package has
 * that package-lock.json names. Its archive comes from `archives`, a folder that `npm pack` has filled, or from npm.
 * @throws a sentence where that is not to be had, or is another.
 */
export async function findRuntime(
  platform: Platform,
  root: string,
  folder: string,
  archives: string | undefined,
): Promise<string> {
  if (platform === thisPlatform()) return installedBun;
  const { version, integrity } = await lockedPackage(platform.runtime, root);
  const archive =
    archives === undefined
      ? await packByNpm(`${platform.runtime}@${version}`, root, folder)
      : join(archives, `${platform.runtime.replace("@", "").replace("/", "-")}-${version}.tgz`);
  checkIntegrity(platform.runtime, await readFile(archive), integrity);
  const own = join(folder, platform.name);
  await mkdir(own);
  await extract({ file: archive, cwd: own });
  return join(own, "package/bin", platform.name.startsWith("windows") ? "bun.exe" : "bun");
}

interface LockedPackage {
  readonly version: string;
  /** The digest of its archive, as in package-lock.json: `sha512-` and base64. */
  readonly integrity: string;
}

async function lockedPackage(name: string, root: string): Promise<LockedPackage> {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = packages[`node_modules/${name}`];
  if (found === undefined) throw new Error(`package-lock.json does not have ${name}`);
  return found;
}

/** @throws where the archive is not the one of package-lock.json. */
export function checkIntegrity(name: string, archive: Uint8Array, integrity: string): void {
  const found = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  if (found !== integrity) throw new Error(`${name} is not the package of package-lock.json: its digest is ${found}`);
}

/** The archive of a package, from npm's cache or its registry. */
async function packByNpm(specifier: string, root: string, folder: string): Promise<string> {
  const script = env["npm_execpath"];
  const program = script === undefined ? "npm" : execPath;
  const words = ["pack", "--json", "--prefer-offline", "--pack-destination", folder, specifier];
  try {
    const { stdout } = await promisify(execFile)(program, script === undefined ? words : [script, ...words], {
      cwd: root,
    });
    const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }];
    return join(folder, filename);
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string };
    const [, code = message] = /"code": "(\w+)"/.exec(stdout ?? "") ?? /npm error code (\w+)/.exec(stderr ?? "") ?? [];
    const instead = "connect to the registry of npm, or build on each platform without --all";
    throw new Error(`npm pack ${specifier} failed (${code}): ${instead}`, { cause: error });
  }
}
