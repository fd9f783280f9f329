import { posix } from "node:path";
import { InputError } from "../errors/errors.ts";
import type { ClusterEntry } from "./entries.ts";

/**
 * The address of a cluster's server, with scheme and path prefix, without a slash at the end and without credentials.
 * An address without a scheme means http. As in kubectl, certificates and credentials are not used then. A query is
 * removed. A `#` after a path is part of the path.
 * @throws InputError where there is no address, or one that cannot be used.
 */
export function serverAddress(cluster: ClusterEntry): string {
  if (cluster.server === undefined) throw new InputError(`${clusterText(cluster)} has no server`);
  const [, scheme, authority = "", written = ""] = parts.exec(cluster.server) ?? [];
  const url = URL.parse(`${scheme ?? "http://"}${authority}`);
  const path = joined(written);
  if (url === null || !/^https?:$/.test(url.protocol) || path === undefined) {
    throw new InputError(`${clusterText(cluster)}: its server is not an http or https address`);
  }
  // kubectl decides on TLS before it reads these fields (client_config.go, ClientConfig), and would not encrypt.
  const wantsTls =
    cluster.insecureSkipTlsVerify || cluster.certificateAuthority !== undefined || cluster.tlsServerName !== undefined;
  if (scheme === undefined && wantsTls) {
    throw new InputError(`${clusterText(cluster)}: its server has no scheme, which means http; add https://`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError(`${clusterText(cluster)}: set user name and password in users, not in server`);
  }
  // kubectl looks any other form up as a name. The URL class reads it as a number, octal too, as browsers do, and a host
  // that it leaves with a number at the end is an address (https://url.spec.whatwg.org, "ends in a number").
  if (/\.\d+$/.test(url.hostname) && authority.replace(/:\d*$/, "") !== url.hostname) {
    throw new InputError(
      `${clusterText(cluster)}: write the address of its server in full, as four numbers: ${url.hostname}`,
    );
  }
  // rest.DefaultServerURL accepts a path only after a scheme.
  if (scheme === undefined && !/^\/?$/.test(written)) {
    throw new InputError(`${clusterText(cluster)}: its server has a path but no scheme; add https://`);
  }
  return `${url.origin}${path}`;
}

function clusterText({ name, file }: NamedCluster): string {
  return `cluster "${name}" of ${file}`;
}

/** Scheme, authority and path. Authority and path do not match characters that Go's net/url refuses there. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/)?(?![a-z0-9+.-]+:\/\/)([^/?#\\\s]+)(\/[^?\x00-\x1f\x7f]*)?(?:[?#].*)?$/i;

/**
 * A path as kubectl requests it. It is decoded, cleaned (client-go, rest/request.go, NewRequest: path.Join), and
 * encoded as by Go's net/url. Undefined where a percent sign is not followed by two hex digits.
 */
function joined(path: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined;
  const byte = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
  const decoded = Buffer.from(path).toString("latin1").replace(/%(..)/g, byte);
  const code = (each: string): string => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  return posix
    .join("/", decoded)
    .replace(/\/$/, "")
    .replace(/[^\w.~$&+,/:;=@-]/g, code);
}

/** A cluster entry as errors name it. */
interface NamedCluster {
  readonly name: string;
  readonly file: string;
}
