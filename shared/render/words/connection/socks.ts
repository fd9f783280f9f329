/** The user or the password is too long for SOCKS5, or empty. `from` names their place. */
export function impossibleSocksUserText(from: string): string {
  return `user and password of ${from} must have 1 to 255 bytes each`;
}

/** The reply of a SOCKS5 proxy that opens no tunnel, by its name in the library socks. */
export function socksReplyText(reply: string): string {
  return replies[reply] ?? `the proxy denied the connection (${reply}); ask its administrator`;
}

// RFC 1928, section 6.
const replies: Readonly<Record<string, string>> = {
  Failure: "the proxy failed (general failure); is the server running, and can the proxy reach it?",
  NotAllowed: "the proxy denied the connection (not allowed by its rules); ask its administrator to allow it",
  NetworkUnreachable: "the proxy has no route to the server's network; check the server's address",
  HostUnreachable: "the proxy has no route to the server; check the server's name and address",
  ConnectionRefused: "the server refused the proxy's connection; is it running, and is the address correct?",
  TTLExpired: "the proxy did not reach the server in time (TTL expired); is the server running?",
  CommandNotSupported: "the proxy does not support tunnels (command not supported); use another proxy",
  AddressNotSupported:
    "the proxy does not support this type of address (type not supported); use another name or address for the server",
};

/** The proxy rejects the user and password that `from` names. */
export function rejectedSocksUserText(from: string): string {
  return `the proxy rejected the user and password of ${from}; correct them there`;
}

/** The proxy wants a user and a password, and none is configured. */
export function missingSocksUserText(from: string): string {
  return `the proxy requires a user and password; set them in ${from}, as in socks5://USER:PASSWORD@HOST:PORT`;
}

/** What a server did that is no SOCKS5 proxy. */
export const noAnswerInSocks = "does not respond in SOCKS5";
