import { describeAsKubectl } from "./compare.ts";

describeAsKubectl("flags choose as in kubectl", [
  { title: "--context", flags: ["--context=there"] },
  { title: "--context that does not exist", flags: ["--context=none"], kubectl: "refuses" },
  { title: "an empty --context", flags: ["--context="] },
  { title: "--cluster", flags: ["--cluster=far"] },
  { title: "--cluster that does not exist", flags: ["--cluster=none"], kubectl: "refuses" },
  {
    title: "--cluster that does not exist, with --server",
    flags: ["--cluster=none", "--server=https://127.0.0.1:{main}"],
    kubectl: "refuses",
  },
  { title: "--user", flags: ["--user=bob"] },
  { title: "--user that does not exist", flags: ["--user=none"], kubectl: "refuses" },
  {
    title: "--user that does not exist, with --token",
    flags: ["--user=none", "--token=s3cret-flag"],
    kubectl: "refuses",
  },
  { title: "--user for a context without one", user: null, flags: ["--user=bob"] },
  { title: "--cluster and --user", flags: ["--cluster=far", "--user=bob"] },
  { title: "--context, --cluster and --user", flags: ["--context=there", "--cluster=near", "--user=me"] },
  { title: "--cache-dir, which changes nothing on the wire", flags: ["--cache-dir={home}/cache"] },
  { title: "--kubeconfig that does not exist", flags: ["--kubeconfig={home}/none"], kubectl: "refuses" },
]);

describeAsKubectl("--request-timeout is read as in kubectl", [
  ...["0", "1m1.5s", "90000000us", "+90", ".5m", "-5s", "1000h", ""].map((value) => ({
    title: value,
    flags: [`--request-timeout=${value}`],
  })),
  ...["5x", "5 ", "-5", ".s"].map((value) => ({
    title: `"${value}"`,
    flags: [`--request-timeout=${value}`],
    kubectl: "refuses" as const,
  })),
]);
