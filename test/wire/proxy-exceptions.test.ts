import { describeUngone, describeWays } from "./compare.ts";
import { clusterName, ownAddress } from "./materials.ts";
import type { Way } from "./way.ts";

const hidden = `https://${clusterName}:{main}`;
const http = "http://127.0.0.1:{proxy}";

const excepts = (exceptions: string, kubectl: "goes" | "refuses", name = "NO_PROXY"): Way => ({
  way: `${name}=${exceptions}: ${kubectl === "goes" ? "by the proxy" : "past it, where the name leads nowhere"}`,
  cluster: { server: hidden },
  env: { HTTPS_PROXY: http, [name]: exceptions },
  kubectl,
});

describeWays("exceptions are made as in kubectl", [
  excepts(clusterName, "refuses"),
  excepts(clusterName, "refuses", "no_proxy"),
  excepts("cluster.test", "refuses"),
  excepts(".cluster.test", "refuses"),
  excepts("*.cluster.test", "refuses"),
  excepts("CLUSTER.TEST", "refuses"),
  excepts("uster.test", "goes"),
  excepts(".api.cluster.test", "goes"),
  excepts("api", "goes"),
  excepts("*", "refuses"),
  excepts("a.test, cluster.test", "refuses"),
  excepts("a.test;cluster.test", "goes"),
  excepts("a.test cluster.test", "goes"),
  excepts(`${clusterName}:{main}`, "refuses"),
  excepts(`${clusterName}:1`, "goes"),
  excepts(`.cluster.test:{main}`, "refuses"),
  excepts("cluster.test.", "goes"),
  excepts(",,", "goes"),
  {
    way: "NO_PROXY in both spellings: the one in capitals",
    cluster: { server: hidden },
    env: { HTTPS_PROXY: http, NO_PROXY: "a.test", no_proxy: "*" },
  },
  {
    way: "NO_PROXY for a name with a dot at its end",
    cluster: { server: `https://${clusterName}.:{main}` },
    env: { HTTPS_PROXY: http, NO_PROXY: "cluster.test" },
  },
]);

const addressRule = "addresses are excepted as in kubectl";
const address = ownAddress();
if (address === undefined) describeUngone(addressRule, "needs an address of this machine that is no loopback");
else {
  const network = address.replace(/\.\d+$/, ".0/24");
  const exceptions = [
    address,
    `${address}:{main}`,
    `${address}:1`,
    network,
    ` ${network} `,
    `${address}/32`,
    `${address}/33`,
    "0.0.0.0/0",
    "::/0",
  ];
  describeWays(
    addressRule,
    exceptions.map((each) => ({
      way: `NO_PROXY=${each}`,
      cluster: { server: "https://{here}:{main}" },
      env: { HTTPS_PROXY: http, NO_PROXY: each },
    })),
  );
}
