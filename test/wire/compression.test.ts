import { describeWays } from "./compare.ts";
import { ownAddress } from "./materials.ts";
import type { Way } from "./way.ts";

const far = { server: "https://{here}:{main}" };
const proxied = { server: "https://api.cluster.test:{main}", "proxy-url": "http://127.0.0.1:{proxy}" };

// Without a network the machine has no address that is no loopback; the name behind a proxy is one anyway.
const ways = [
  ...(ownAddress() === undefined ? [] : [{ name: "another machine", cluster: far }]),
  { name: "another machine over HTTP/1.1", cluster: { ...proxied, server: "https://api.cluster.test:{old}" } },
  { name: "a name behind a proxy", cluster: proxied },
];

describeWays("compressed responses are requested where kubectl requests them", [
  ...ways.flatMap(({ name, cluster }): Way[] => [
    { way: name, cluster },
    { way: `${name}, disable-compression`, cluster: { ...cluster, "disable-compression": true } },
  ]),
  { way: "--disable-compression", cluster: proxied, flags: ["--disable-compression"] },
  { way: "--disable-compression=false", cluster: proxied, flags: ["--disable-compression=false"] },
  {
    way: "--disable-compression=false over the file's true",
    cluster: { ...proxied, "disable-compression": true },
    flags: ["--disable-compression=false"],
  },
]);
