import { describeWays } from "./compare.ts";

describeWays("flags choose as in kubectl", [
  { way: "--context", flags: ["--context=there"] },
  { way: "--context that does not exist", flags: ["--context=none"], kubectl: "refuses" },
  { way: "an empty --context", flags: ["--context="] },
  { way: "--cluster", flags: ["--cluster=far"] },
  { way: "--cluster that does not exist", flags: ["--cluster=none"], kubectl: "refuses" },
  {
    way: "--cluster that does not exist, with --server",
    flags: ["--cluster=none", "--server=https://127.0.0.1:{main}"],
    kubectl: "refuses",
  },
  { way: "--user", flags: ["--user=bob"] },
  { way: "--user that does not exist", flags: ["--user=none"], kubectl: "refuses" },
  {
    way: "--user that does not exist, with --token",
    flags: ["--user=none", "--token=s3cret-flag"],
    kubectl: "refuses",
  },
  { way: "--user for a context without one", user: null, flags: ["--user=bob"] },
  { way: "--cluster and --user", flags: ["--cluster=far", "--user=bob"] },
  { way: "--context, --cluster and --user", flags: ["--context=there", "--cluster=near", "--user=me"] },
  { way: "--cache-dir, which changes nothing on the wire", flags: ["--cache-dir={home}/cache"] },
  { way: "--kubeconfig that does not exist", flags: ["--kubeconfig={home}/none"], kubectl: "refuses" },
]);

describeWays("--request-timeout is read as in kubectl", [
  ...["0", "1m1.5s", "90000000us", "+90", ".5m", "-5s", "1000h", ""].map((value) => ({
    way: value,
    flags: [`--request-timeout=${value}`],
  })),
  ...["5x", "5 ", "-5", ".s"].map((value) => ({
    way: `"${value}"`,
    flags: [`--request-timeout=${value}`],
    kubectl: "refuses" as const,
  })),
]);
