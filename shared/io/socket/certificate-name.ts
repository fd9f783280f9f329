/** The name to send in a handshake: none for an address, and no dot at the end (RFC 6066; Go, crypto/tls: hostnameInSNI). */
export function nameToSend(name: string, isAddress: boolean): string {
  return isAddress ? "" : name.replace(/\.+$/, "");
}

/**
 * Whether a certificate is for a host by its subjectAltName, as Go compares (crypto/x509: VerifyHostname,
 * matchHostnames): a star is a whole first label of several, case and one dot at the end do not count. Not for addresses.
 * @param alternatives the names in the form of Node and of Bun, `DNS:a, DNS:b`.
 */
export function isNamedFor(alternatives: string, host: string): boolean {
  const wanted = lowerAscii(host);
  const labels = wanted.replace(/\.$/, "").split(".");
  const isHost = labels.every(isLabel);
  return dnsNamesIn(alternatives).some((written) => {
    const pattern = lowerAscii(written);
    const parts = pattern.split(".");
    const isPattern = pattern !== "*" && parts.every((part, place) => isLabel(part) || (place === 0 && part === "*"));
    if (!isPattern || !isHost) return pattern === wanted && pattern !== "" && pattern !== ".";
    return parts.length === labels.length && parts.every((part, place) => part === "*" || part === labels[place]);
  });
}

// Other letters keep their form, as in toLowerCaseASCII of Go: the Kelvin sign, whose small form is k, is no k.
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// validHostname of Go.
function isLabel(text: string): boolean {
  return /^[a-z0-9_][a-z0-9_-]*$/.test(text);
}

// Node writes a name with an odd character as JSON, so that it cannot look like two. No host has such a name.
function dnsNamesIn(alternatives: string): readonly string[] {
  const entries = alternatives.matchAll(/(?:^|, )([A-Za-z][^:",]*):("(?:[^"\\]|\\.)*"|[^",]*)/g);
  return [...entries].flatMap(([, type, name = ""]) => (type === "DNS" && !name.startsWith('"') ? [name] : []));
}
