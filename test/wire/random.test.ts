import { expect, test } from "vitest";
import { pick, randomFrom } from "../random.ts";
import { compareWithKubectl, describeWire } from "./compare.ts";
import type { ConnectionCase, Fields } from "./connection-case.ts";
import { clusterName, otherName, ownAddress } from "./materials.ts";
import { withPlugin } from "./plugin.ts";

const certificate = { "client-certificate-data": "{alice.crt}", "client-key-data": "{alice.key}" };
const certificateFiles = { "client-certificate": "{materials}/alice.crt", "client-key": "{materials}/alice.key" };
const basic = { username: "admin", password: "s3cret-password" };
const none = { "certificate-authority-data": null };

const servers: readonly string[] = [
  "https://127.0.0.1:{main}",
  "https://127.0.0.1:{main}/k8s/clusters/c-1/",
  "https://localhost:{old}",
  "https://[::1]:{main}",
  "https://127.0.0.1:{named}",
  "https://127.0.0.1:{foreign}",
  `https://${ownAddress() ?? "127.0.0.1"}:{main}`,
  `https://${clusterName}:{main}`,
  `https://${clusterName}:{old}/a`,
  "http://127.0.0.1:{plain}",
  `http://${clusterName}:{plain}/b/`,
];
const proxies: readonly Fields[] = [
  {},
  { "proxy-url": "http://127.0.0.1:{proxy}" },
  { "proxy-url": "https://me:s3cret@127.0.0.1:{tlsproxy}" },
  { "proxy-url": "socks5://127.0.0.1:{socks}" },
];
const trusts: readonly Fields[] = [
  {},
  {},
  {},
  {},
  { ...none, "certificate-authority": "{materials}/ca.crt" },
  { ...none, "insecure-skip-tls-verify": true },
  { "insecure-skip-tls-verify": true },
  none,
];
const names: readonly Fields[] = [{}, {}, {}, {}, { "tls-server-name": "localhost" }, { "tls-server-name": otherName }];
const users: readonly Pick<ConnectionCase, "user" | "files">[] = [
  { user: { token: "s3cret-token" } },
  { user: certificate },
  { user: certificateFiles },
  { user: { ...certificate, token: "s3cret-token" } },
  { user: basic },
  { user: { ...basic, ...certificate } },
  { user: { ...basic, token: "s3cret-token" } },
  { user: { tokenFile: "token" }, files: { token: "s3cret-in-file\n" } },
  { user: { token: "s3cret-token", tokenFile: "token" }, files: { token: "s3cret-in-file" } },
  { user: {} },
  { user: null },
  withPlugin({ status: { token: "s3cret-plugin" }, exec: { provideClusterInfo: true, args: ["login"] } }),
  withPlugin({ status: { clientCertificateData: "{json:alice.crt}", clientKeyData: "{json:alice.key}" } }),
];
const impersonations: readonly Fields[] = [
  {},
  {},
  { as: "jane" },
  { as: "jane", "as-groups": ["a", "b"], "as-user-extra": { "a/b": ["1", "2"] } },
  { "as-uid": "7" },
];
const flags: readonly (readonly string[])[] = [
  ["--context=there"],
  ["--cluster=far"],
  ["--user=bob"],
  ["--server=https://127.0.0.1:{other}/c"],
  ["--token=s3cret-flag"],
  ["--username=root", "--password=s3cret-flag"],
  ["--client-certificate={materials}/bob.crt", "--client-key={materials}/bob.key"],
  ["--client-key={materials}/alice.key"],
  ["--insecure-skip-tls-verify"],
  ["--certificate-authority={materials}/ca.crt"],
  ["--certificate-authority={materials}/foreign-ca.crt"],
  [`--tls-server-name=${otherName}`],
  ["--tls-server-name=localhost"],
  ["--as=joe"],
  ["--as-group=c"],
  ["--as-uid=8"],
  ["--as-user-extra=a/b=3"],
  ["--disable-compression"],
];
const environments: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { HTTPS_PROXY: "http://127.0.0.1:{proxy}" },
  { HTTPS_PROXY: "socks5://127.0.0.1:{socks}", NO_PROXY: "10.0.0.0/8,{here}" },
  { https_proxy: "http://127.0.0.1:{proxy}", HTTP_PROXY: "http://127.0.0.1:{proxy}", no_proxy: ".elsewhere.test" },
  { SSL_CERT_FILE: "{materials}/ca.crt" },
];

/** A case of random choices. Whether they fit together is for kubectl to say. */
function buildRandomCase(seed: number): ConnectionCase {
  const random = randomFrom(seed);
  const { user, files } = pick(random, users);
  const chosen = [pick(random, flags), pick(random, flags), pick(random, flags)].slice(0, Math.floor(random() * 4));
  return {
    title: `seed ${seed}`,
    kubectl: "either",
    cluster: {
      server: pick(random, servers),
      ...pick(random, proxies),
      ...pick(random, trusts),
      ...pick(random, names),
      ...(random() < 0.2 && { "disable-compression": true }),
    },
    user: user ? { ...user, ...pick(random, impersonations) } : null,
    ...(files !== undefined && { files }),
    flags: chosen.flat(),
    env: pick(random, environments),
  };
}

/** Whether a case has a difference that is meant: one with --token and a token file (flags-user.test.ts says why). */
function isDifferent({ user, flags: given = [] }: ConnectionCase): boolean {
  const readsTokenFile = user?.["tokenFile"] !== undefined;
  return (
    readsTokenFile && given.includes("--token=s3cret-flag") && !given.some((flag) => /^--(user=|context)/.test(flag))
  );
}

const seeds = Array.from({ length: 32 }, (_, seed) => seed);
const cases = seeds.map(buildRandomCase).filter((each) => !isDifferent(each));

describeWire("any mixture of clusters, users and flags connects where kubectl connects", (bench) => {
  let connected = 0;
  test.concurrent.for(cases)("$title", async (randomCase, { expect }) => {
    const { ended } = await compareWithKubectl(randomCase, bench, expect);
    if (ended === "connects") connected += 1;
  });

  test("many of the random cases connect", () => {
    expect(connected).toBeGreaterThan(cases.length / 3);
  });
});
