import { isIPv4 } from "node:net";
import { posix } from "node:path";
import { InputError } from "./errors.ts";
import type { ClusterEntry } from "./kubeconfig-entries.ts";

/**
 * The address of a cluster's server, with scheme and path prefix, without a slash at the end and without credentials.
 * An address without a scheme means http, as in kubectl, which leaves certificates and credentials away then. A query is
 * left away; a `#` after a path is part of it.
 * @throws InputError where there is none, or none that can be asked.
 */
export function serverAddress(cluster: ClusterEntry): string {
  const who = `cluster "${cluster.name}" of ${cluster.file}`;
  if (cluster.server === undefined) throw new InputError(`${who} has no server`);
  const [, scheme, authority = "", written = ""] = parts.exec(cluster.server) ?? [];
  const url = URL.parse(`${scheme ?? "http://"}${authority}`);
  const path = joined(written);
  if (url === null || !/^https?:$/.test(url.protocol) || path === undefined) {
    throw new InputError(`${who}: its server is no http or https address`);
  }
  // kubectl decides on TLS before it has looked at these (client_config.go, ClientConfig), and would talk in the open.
  const wantsTls =
    cluster.insecureSkipTlsVerify || cluster.certificateAuthority !== undefined || cluster.tlsServerName !== undefined;
  if (scheme === undefined && wantsTls) {
    throw new InputError(`${who}: its server has no scheme, which means http; write it with https://`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError(`${who}: put user name and password into users, not into server`);
  }
  // To kubectl any other form is a name to look up; browsers read numbers, octal ones too.
  if (isIPv4(url.hostname) && authority.replace(/:\d*$/, "") !== url.hostname) {
    throw new InputError(`${who}: write the address of its server in full, as four numbers: ${url.hostname}`);
  }
  // rest.DefaultServerURL takes a path only behind a scheme.
  if (scheme === undefined && !/^\/?$/.test(written)) {
    throw new InputError(`${who}: its server has a path but no scheme; write it with https://`);
  }
  return `${url.origin}${path}`;
}

/** Scheme, authority and path; what Go's net/url refuses in the latter two is in neither. */
const parts = /^([a-z][a-z0-9+.-]*:\/\/)?(?![a-z0-9+.-]+:\/\/)([^/?#\\\s]+)(\/[^?\x00-\x1f\x7f]*)?(?:[?#].*)?$/i;

/**
 * A path as kubectl asks for it: decoded, without what leads nowhere (client-go, rest/request.go, NewRequest: path.Join),
 * and encoded as Go's net/url does it. Undefined where a percent sign stands before no byte.
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
