import { afterAll, describe, expect, test } from "vitest";
import { makeCertificates } from "../io/certificates.ts";
import {
  type Assault,
  type HostileServer,
  http1Assaults,
  http2Assaults,
  startHttp1Assault,
  startHttp2Assault,
} from "./hostile-servers.ts";
import { mostMegabytes, runWatched } from "./watched-run.ts";

const certificates = makeCertificates();
const servers: HostileServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function attacked(starting: Promise<HostileServer>): Promise<void> {
  const server = await starting;
  servers.push(server);
  const run = await runWatched(["-s", server.url, "--token", "x", "--insecure-skip-tls-verify"]);
  await server.close();
  expect(run.megabytes).toBeLessThan(mostMegabytes);
  expect(run.status).toBe(1);
  expect(run.stdout).toBe("");
  expect(run.stderr).toMatch(/^(error: cannot connect to|Cannot list) .*\n/);
  expect(run.stderr).not.toMatch(/^\s+at /m);
}

describe("a report ends with a sentence and little memory, whatever a server sends without end over HTTP/2:", () => {
  test.for(http2Assaults)("%s", ([, assault]: readonly [string, (stream: number) => Assault]) =>
    attacked(startHttp2Assault(certificates, assault)),
  );
});

describe("and over HTTP/1.1:", () => {
  test.for(http1Assaults)("%s", ([, assault]: readonly [string, () => Assault]) =>
    attacked(startHttp1Assault(assault)),
  );
});
