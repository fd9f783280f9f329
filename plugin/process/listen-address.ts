/** What a server listens on. `host` is absent for every address of the machine. */
export interface ListenAddress {
  readonly host?: string;
  readonly port: number;
}

/** The address of `HOST:PORT`, `[IPV6]:PORT` or `:PORT`, as Go's net.Listen takes it. Undefined for anything else. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const [, ipv6, name, digits] = /^(?:\[([0-9a-fA-F:.%\w]+)\]|([\w.-]*)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) return undefined;
  const host = ipv6 ?? name ?? "";
  return host === "" ? { port } : { host, port };
}
