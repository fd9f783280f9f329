import { describeAsKubectl, describeUntestable } from "./compare.ts";
import type { ConnectionCase } from "./connection-case.ts";
import { clusterName, ownAddress } from "./materials.ts";

const hidden = `https://${clusterName}:{main}`;
const http = "http://127.0.0.1:{proxy}";

const excepts = (exceptions: string, kubectl: "connects" | "refuses", name = "NO_PROXY"): ConnectionCase => ({
  title: `${name}=${exceptions}: ${kubectl === "connects" ? "by the proxy" : "past it, where the name leads nowhere"}`,
  cluster: { server: hidden },
  env: { HTTPS_PROXY: http, [name]: exceptions },
  kubectl,
});

describeAsKubectl("exceptions are made as in kubectl", [
  excepts(clusterName, "refuses"),
  excepts(clusterName, "refuses", "no_proxy"),
  excepts("cluster.test", "refuses"),
  excepts(".cluster.test", "refuses"),
  excepts("*.cluster.test", "refuses"),
  excepts("CLUSTER.TEST", "refuses"),
  excepts("uster.test", "connects"),
  excepts(".api.cluster.test", "connects"),
  excepts("api", "connects"),
  excepts("*", "refuses"),
  excepts("a.test, cluster.test", "refuses"),
  excepts("a.test;cluster.test", "connects"),
  excepts("a.test cluster.test", "connects"),
  excepts(`${clusterName}:{main}`, "refuses"),
  excepts(`${clusterName}:1`, "connects"),
  excepts(`.cluster.test:{main}`, "refuses"),
  excepts("cluster.test.", "connects"),
  excepts(",,", "connects"),
  {
    title: "NO_PROXY in both spellings: the one in capitals",
    cluster: { server: hidden },
    env: { HTTPS_PROXY: http, NO_PROXY: "a.test", no_proxy: "*" },
  },
  {
    title: "NO_PROXY for a name with a dot at its end",
    cluster: { server: `https://${clusterName}.:{main}` },
    env: { HTTPS_PROXY: http, NO_PROXY: "cluster.test" },
  },
]);

const addressRule = "addresses are excepted as in kubectl";
const address = ownAddress();
if (address === undefined) describeUntestable(addressRule, "needs an address of this machine that is no loopback");
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
  describeAsKubectl(
    addressRule,
    exceptions.map((each) => ({
      title: `NO_PROXY=${each}`,
      cluster: { server: "https://{here}:{main}" },
      env: { HTTPS_PROXY: http, NO_PROXY: each },
    })),
  );
}
