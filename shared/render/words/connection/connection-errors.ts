/** The error for a failed connection, for the reason that `happened` states. */
export function cannotConnectText(server: string, proxy: string | undefined, happened: string): string {
  return `cannot connect to ${wayTitle(server, proxy)}: ${happened}`;
}

/** The error for an http address that leads to a TLS port. */
export function tlsWantedText(server: string): string {
  return `cannot connect to ${server}: the server requires TLS; its address must begin with https://`;
}

/** The error for a request without a response in time. */
export function lateAnswerText(server: string, proxy: string | undefined, path: string, seconds: number): string {
  return `no response from ${wayTitle(server, proxy)} to GET ${path} within ${seconds} s; the server may be overloaded, or --request-timeout too short`;
}

function wayTitle(server: string, proxy: string | undefined): string {
  return proxy === undefined ? server : `${server} through the proxy ${proxy}`;
}

/** The reason for a connection that was not accepted in time. */
export function lateConnectionText(seconds: number): string {
  return `no response within ${seconds} s; ${checkAll}`;
}

/** The reason for a server that refuses connections. */
export function connectionRefusedText(hasAnswered: boolean): string {
  return `connection refused; is the server running${hasAnswered ? "?" : ", and is the address correct?"}`;
}

/** The reason for a host name that does not exist. */
export function unknownHostText(host: string): string {
  return `no such host as ${host}; ${checkAll}`;
}

/** The reason for a host name that cannot be resolved now. */
export function unresolvedHostText(host: string): string {
  return `the host name ${host} cannot be resolved now; ${checkNetwork}`;
}

const checkAll = "check the address, the network and the VPN";
const checkNetwork = "check the network and the VPN";

/** The reason for a server that does not accept the connection. */
export const silentServerText: string = `no response; ${checkAll}`;

/** The reason for a host without a route. */
export const noHostRouteText: string = `no route to the host; ${checkNetwork}`;

/** The reason for a network without a route. */
export const noNetworkRouteText: string = `no route to its network; ${checkNetwork}`;

/** The reason for a server that closes the connection. */
export function closedByServerText(hasAnswered: boolean): string {
  return `the server closed the connection without a response${hasAnswered ? "" : "; is it a Kubernetes API server?"}`;
}

/** The reason for a server whose certificate is not trusted. */
export function untrustedServerText(code: string): string {
  return `its certificate is signed by an authority that this context does not trust (${code}); check certificate-authority in the kubeconfig, or for a proxy in between`;
}

/** The reason for an expired certificate. */
export const expiredCertificateText =
  "its certificate has expired; renew it on the server, and check this machine's clock";

/** The reason for a certificate of the future. */
export const futureCertificateText = "its certificate is not valid yet; check this machine's clock";

/** The reason for a certificate for another name. */
export function wrongServerNameText(host: string): string {
  return `its certificate is not valid for ${host}; use a server name that is in the certificate, or set tls-server-name`;
}

/** The reason for a certificate with a Common Name only. */
export const commonNameOnlyText =
  "its certificate has no subjectAltName, and the Common Name is ignored as in kubectl; issue a server certificate with a subjectAltName";

/** The reason for a certificate that is not for servers. */
export const wrongPurposeText =
  "its certificate is not a server certificate (INVALID_PURPOSE); issue one with extendedKeyUsage serverAuth";

/** The reason for a server that rejects the client certificate. */
export function clientCertificateRefusedText(code: string): string {
  return `the server rejected the client certificate in the TLS handshake (${code}); log in again, or renew the certificate`;
}

/** The reason for a server that violates HTTP/2. */
export function brokenHttp2Text(code: string, hasAnswered: boolean): string {
  const question = hasAnswered ? "is there" : "is it a Kubernetes API server, and is there";
  return `the server aborted the HTTP/2 connection (${code}); ${question} a proxy or a load balancer in between?`;
}

/** The reason for a server that sends without end what brings nothing. */
export function floodText(flood: string): string {
  return `the server sends ${flood}; is it a Kubernetes API server, and is there a proxy or a load balancer in between?`;
}

/** The reason for a port without TLS. */
export const noTlsText = "the server does not use TLS; check the port, or begin the address with http://";

/** The reason for any other error of the network. */
export function otherFailureText(code: string): string {
  return `${code}; check the address and the network`;
}
