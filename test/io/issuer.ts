import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Pair } from "./certificates.ts";
import { listen } from "./listen.ts";

/** One refresh grant as the issuer got it. */
export interface Grant {
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

/** An issuer of OpenID Connect on the loopback, over real TLS. */
export interface TestIssuer {
  readonly url: string;
  readonly grants: Grant[];
  close(): Promise<void>;
}

/** What the token endpoint answers. */
export interface Granted {
  readonly status?: number;
  readonly body: object;
}

/** Starts an issuer that answers each grant with what `grant` returns, and that calls itself `host`. */
export async function startIssuer(
  pair: Pair,
  grant: (asked: Grant) => Granted,
  host = "127.0.0.1",
): Promise<TestIssuer> {
  const grants: Grant[] = [];
  const server: Server = createServer(pair, async (request, response) => {
    const url = urlOf(server, host);
    if (request.url === "/.well-known/openid-configuration") {
      response.end(JSON.stringify({ issuer: url, token_endpoint: `${url}/token` }));
      return;
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const asked = { authorization: request.headers.authorization, form };
    grants.push(asked);
    const { status = 200, body } = grant(asked);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await listen(server);
  return {
    url: urlOf(server, host),
    grants,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function urlOf(server: Server, host: string): string {
  return `https://${host}:${(server.address() as AddressInfo).port}`;
}

/** An id-token that expires at `seconds` since 1970. No client here checks its signature. */
export function idToken(seconds: number, subject = "dev"): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "RS256" })}.${part({ sub: subject, exp: seconds })}.c2lnbmF0dXJl`;
}
