import { posix } from "node:path";
import { InputError } from "../errors/errors.ts";
import { type ClusterEntry, formatClusterTitle } from "./entries.ts";

/**
 * The address of a cluster's server, with scheme and path prefix, without a slash at the end and without credentials:
 *
 *     https://lab:6443/k8s/?a=b -> https://lab:6443/k8s
 *     127.0.0.1:8001            -> http://127.0.0.1:8001
 *
 * An address without a scheme means http. As in kubectl, certificates and credentials are not used then. A query is
 * removed. A `#` after a path is part of the path.
 * @throws InputError where there is no address, or one that cannot be used.
 */
export function serverAddress(cluster: ClusterEntry): string {
  const title = formatClusterTitle(cluster);
  if (cluster.server === undefined) throw new InputError(`${title} has no server`);
  const [, scheme, authority = "", writtenPath = ""] = addressParts.exec(cluster.server) ?? [];
  const url = URL.parse(`${scheme ?? "http://"}${authority}`);
  const path = requestedPath(writtenPath);
  if (url === null || !/^https?:$/.test(url.protocol) || path === undefined) {
    throw new InputError(`${title}: its server is not an http or https address`);
  }
  // kubectl decides on TLS before it reads these fields (client_config.go, ClientConfig), and would not encrypt.
  const isConfiguredForTls =
    cluster.insecureSkipTlsVerify || cluster.certificateAuthority !== undefined || cluster.tlsServerName !== undefined;
  if (scheme === undefined && isConfiguredForTls) {
    throw new InputError(`${title}: its server has no scheme, which means http; add https://`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError(`${title}: set user name and password in users, not in server`);
  }
  if (isShortIpv4(authority, url.hostname)) {
    throw new InputError(`${title}: write the address of its server in full, as four numbers: ${url.hostname}`);
  }
  // rest.DefaultServerURL accepts a path only after a scheme.
  if (scheme === undefined && !/^\/?$/.test(writtenPath)) {
    throw new InputError(`${title}: its server has a path but no scheme; add https://`);
  }
  return `${url.origin}${path}`;
}

/** Scheme, authority and path. Authority and path do not match characters that Go's net/url refuses there. */
const addressParts = /^([a-z][a-z0-9+.-]*:\/\/)?(?![a-z0-9+.-]+:\/\/)([^/?#\\\s]+)(\/[^?\x00-\x1f\x7f]*)?(?:[?#].*)?$/i;

/**
 * Whether an authority is an IPv4 address in another form than four decimal numbers: `10.1` is 10.0.0.1 to the URL class
 * (https://url.spec.whatwg.org, "ends in a number"), and a name to kubectl.
 */
function isShortIpv4(authority: string, hostname: string): boolean {
  const writtenHost = authority.replace(/:\d*$/, "");
  return /\.\d+$/.test(hostname) && writtenHost !== hostname;
}

/**
 * A path as kubectl requests it. It is decoded, cleaned (client-go, rest/request.go, NewRequest: path.Join), and
 * encoded as by Go's net/url: `/a//%41 b/` -> `/a/A%20b`. Undefined where a percent sign is not followed by two hex
 * digits.
 */
function requestedPath(path: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined;
  // One character for each byte, so that the code of a character is what is encoded.
  const bytes = Buffer.from(path).toString("latin1");
  const decoded = bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const cleaned = posix.join("/", decoded).replace(/\/$/, "");
  return cleaned.replace(/[^\w.~$&+,/:;=@-]/g, percentEncode);
}

/** `" "` -> `%20` */
function percentEncode(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
