import { describeAsKubectl } from "./compare.ts";
import type { ConnectionCase } from "./connection-case.ts";
import { ownAddress } from "./materials.ts";

const far = { server: "https://{here}:{main}" };
const proxied = { server: "https://api.cluster.test:{main}", "proxy-url": "http://127.0.0.1:{proxy}" };

// Without a network the machine has no address that is no loopback; the name behind a proxy is one anyway.
const clusters = [
  ...(ownAddress() === undefined ? [] : [{ name: "another machine", cluster: far }]),
  { name: "another machine over HTTP/1.1", cluster: { ...proxied, server: "https://api.cluster.test:{old}" } },
  { name: "a name behind a proxy", cluster: proxied },
];

describeAsKubectl("compressed responses are requested where kubectl requests them", [
  ...clusters.flatMap(({ name, cluster }): ConnectionCase[] => [
    { title: name, cluster },
    { title: `${name}, disable-compression`, cluster: { ...cluster, "disable-compression": true } },
  ]),
  { title: "--disable-compression", cluster: proxied, flags: ["--disable-compression"] },
  { title: "--disable-compression=false", cluster: proxied, flags: ["--disable-compression=false"] },
  {
    title: "--disable-compression=false over the file's true",
    cluster: { ...proxied, "disable-compression": true },
    flags: ["--disable-compression=false"],
  },
]);
