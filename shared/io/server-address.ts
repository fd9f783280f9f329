import { InputError } from "./errors.ts";
import type { ClusterEntry } from "./kubeconfig-entries.ts";

/**
 * The address of a cluster's server, with scheme and path prefix, without a slash at the end and without credentials.
 * An address without a scheme means http, as in kubectl, which leaves certificates and credentials away then.
 * @throws InputError where there is none, or none that can be asked.
 */
export function serverAddress(cluster: ClusterEntry): string {
  const who = `cluster "${cluster.name}" of ${cluster.file}`;
  if (cluster.server === undefined) throw new InputError(`${who} has no server`);
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(cluster.server);
  // kubectl decides on TLS before it has looked at these (client_config.go, ClientConfig), and would talk in the open.
  const wantsTls =
    cluster.insecureSkipTlsVerify || cluster.certificateAuthority !== undefined || cluster.tlsServerName !== undefined;
  if (!hasScheme && wantsTls) {
    throw new InputError(`${who}: its server has no scheme, which means http; write it with https://`);
  }
  const url = URL.parse(hasScheme ? cluster.server : `http://${cluster.server}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new InputError(`${who}: its server is no http or https address`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError(`${who}: put user name and password into users, not into server`);
  }
  // rest.DefaultServerURL takes a path only behind a scheme.
  if (!hasScheme && url.pathname !== "/") {
    throw new InputError(`${who}: its server has a path but no scheme; write it with https://`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
