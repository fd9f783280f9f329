import { archiveName, executableName, releasePlatforms } from "./platforms.ts";

/** What the templates of the package managers need to know about a release. */
export interface ReleaseFacts {
  readonly version: string;
  /** The address of the repository, from package.json. */
  readonly address: string;
  /** The SHA-256 of each archive in hexadecimal, by its file name. */
  readonly checksums: ReadonlyMap<string, string>;
}

/**
 * Puts the facts of a release in place of the `{{names}}` of a template.
 * @throws Error for an unknown name, and for an archive without a checksum.
 */
export function fillTemplate(template: string, facts: ReleaseFacts): string {
  return template.replaceAll(/\{\{([\w ]+)\}\}/g, (_, name: string) => {
    const [key = "", os = "", arch = ""] = name.split(" ");
    if (key === "version") return facts.version;
    if (key === "address") return facts.address;
    if (key === "krewPlatforms") return krewPlatforms(facts);
    const platform = releasePlatforms.find((each) => each.os === os && each.arch === arch);
    if (platform === undefined) throw new Error(`the template asks for ${name}`);
    const archive = archiveName(platform, facts.version);
    if (key === "uri") return archiveAddress(archive, facts);
    if (key === "sha256") return checksumOf(archive, facts);
    throw new Error(`the template asks for ${name}`);
  });
}

/** The entries of `platforms` in a krew manifest, one for each archive. */
function krewPlatforms(facts: ReleaseFacts): string {
  return releasePlatforms
    .map((platform) => {
      const archive = archiveName(platform, facts.version);
      return [
        "  - selector:",
        "      matchLabels:",
        `        os: ${platform.os}`,
        `        arch: ${platform.arch}`,
        `    uri: ${archiveAddress(archive, facts)}`,
        `    sha256: ${checksumOf(archive, facts)}`,
        `    bin: ${executableName(platform)}`,
      ].join("\n");
    })
    .join("\n");
}

function archiveAddress(archive: string, { address, version }: ReleaseFacts): string {
  return `${address}/releases/download/v${version}/${archive}`;
}

function checksumOf(archive: string, { checksums }: ReleaseFacts): string {
  const checksum = checksums.get(archive);
  if (checksum === undefined) throw new Error(`no checksum of ${archive}`);
  return checksum;
}
