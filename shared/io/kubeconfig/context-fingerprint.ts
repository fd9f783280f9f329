import { readBounded } from "../files/read-bounded.ts";
import type { ChosenContext } from "./choose-context.ts";
import type { PemMaterial } from "./entries.ts";

/**
 * A fingerprint of all that a context needs to reach its cluster, including the content of named files.
 * Where it is the same as before, reconnecting changes nothing. It contains secrets and is for comparison only.
 */
export function contextFingerprint(chosen: ChosenContext): string {
  const { cluster, user } = chosen;
  const materials = [cluster.certificateAuthority, user?.clientCertificate, user?.clientKey];
  const files = [...materials.map(pathOf), user?.tokenFile].map((path) => (path === undefined ? "" : readBase64(path)));
  return JSON.stringify([chosen, files]);
}

/**
 * The identity of a cluster, as a text to compare. Another file of the same certificate authority counts as another
 * cluster, because the two cannot be distinguished. So does a server that is not verified any more.
 */
export function contextIdentity({ contextName, server, cluster }: ChosenContext): string {
  const { certificateAuthority, tlsServerName, proxyUrl, insecureSkipTlsVerify } = cluster;
  return JSON.stringify([contextName, server, certificateAuthority, tlsServerName, proxyUrl, insecureSkipTlsVerify]);
}

function pathOf(material: PemMaterial | undefined): string | undefined {
  return material !== undefined && !("data" in material) ? material.path : undefined;
}

function readBase64(path: string): string {
  try {
    return readBounded(path).toString("base64");
  } catch {
    return "";
  }
}
