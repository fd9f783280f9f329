import { platforms } from "../build/bun-runtimes.ts";

/** A system that an executable is built for, by the names that its users and packagers know. */
export interface ReleasePlatform {
  /** The folder below dist/package in which `npm run package -- --all` writes the executable. */
  readonly folder: string;
  /** The system and architecture as Go, krew and containers name them. */
  readonly os: "linux" | "darwin" | "windows";
  readonly arch: "amd64" | "arm64";
}

export const releasePlatforms: readonly ReleasePlatform[] = platforms.map(({ name }) => {
  const [os, processor] = name.split("-") as [ReleasePlatform["os"], "x64" | "arm64"];
  return { folder: name, os, arch: processor === "x64" ? "amd64" : processor };
});

/** The file name of the executable. */
export function executableName({ os }: ReleasePlatform): string {
  return os === "windows" ? "kubectl-hco_status.exe" : "kubectl-hco_status";
}

/** The file name of the archive. Windows has no tar with a graphical shell, so it gets a zip. */
export function archiveName({ os, arch }: ReleasePlatform, version: string): string {
  return `kubectl-hco_status_v${version}_${os}_${arch}.${os === "windows" ? "zip" : "tar.gz"}`;
}
