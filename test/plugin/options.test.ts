import { describe, expect, test } from "vitest";
import { type Options, parseOptions } from "../../plugin/args.ts";

const defaults: Options = {
  files: [],
  recursive: false,
  output: "text",
  exitCode: false,
  color: "auto",
  ascii: false,
  wants: "report",
};

describe("flags have kubectl's names and take their values as kubectl's do", () => {
  const rows: [line: string, options: Partial<Options>][] = [
    ["", {}],
    ["my-hco", { name: "my-hco" }],
    ["-n openshift-cnv", { namespace: "openshift-cnv" }],
    ["-nopenshift-cnv", { namespace: "openshift-cnv" }],
    ["-n=openshift-cnv", { namespace: "openshift-cnv" }],
    ["--namespace=openshift-cnv my-hco", { namespace: "openshift-cnv", name: "my-hco" }],
    ["my-hco --namespace openshift-cnv", { namespace: "openshift-cnv", name: "my-hco" }],
    ["-n a -A", {}],
    ["-n a -A=false", { namespace: "a" }],
    ["-n a -n b", { namespace: "b" }],
    ["-f a.yaml -f b.yaml -R", { files: ["a.yaml", "b.yaml"], recursive: true }],
    ["-f a.yaml,b.yaml", { files: ["a.yaml", "b.yaml"] }],
    ["-f -", { files: ["-"] }],
    ["-Rf a", { files: ["a"], recursive: true }],
    ["-o json", { output: "json" }],
    ["-ojson --ascii --exit-code", { output: "json", ascii: true, exitCode: true }],
    ["--width 0", { width: 0 }],
    ["--width=40 --color never", { width: 40, color: "never" }],
    ["--rules status-doc --at 2026-11-21T08:30:00Z", { ruleSet: "status-doc", at: "2026-11-21T08:30:00Z" }],
    ["--context prod --kubeconfig /tmp/k", { context: "prod", kubeconfig: "/tmp/k" }],
    ["--request-timeout 5", { requestTimeout: 5000 }],
    ["--request-timeout=1m30s", { requestTimeout: 90_000 }],
    ["--request-timeout 0", { requestTimeout: 0 }],
    ["--version", { wants: "version" }],
    ["-h --version", { wants: "help" }],
    ["-- -odd", { name: "-odd" }],
  ];
  test.for(rows)("%s", ([line, options]) => {
    expect(parseOptions(line === "" ? [] : line.split(" "))).toEqual({ ...defaults, ...options });
  });
});

describe("a wrong flag is one sentence that says what would be right", () => {
  const rows: [line: string, error: string][] = [
    ["--namespce x", "unknown flag: --namespce; did you mean --namespace?"],
    ["--exitcode", "unknown flag: --exitcode; did you mean --exit-code?"],
    ["--nonsense", "unknown flag: --nonsense"],
    ["-z", "unknown shorthand flag: 'z' in -z"],
    ["-Az", "unknown shorthand flag: 'z' in -Az"],
    ["-n", "flag needs an argument: 'n' in -n"],
    ["--context", "flag needs an argument: --context"],
    ["--ascii=maybe", 'invalid argument "maybe" for "--ascii": it is a switch, true or false'],
    ["-o jsn", 'unable to match a printer suitable for the output format "jsn", allowed: text, wide, json, yaml, name'],
    ["--color sometimes", 'invalid value "sometimes" for --color; allowed: auto, always, never'],
    [
      "--rules operater",
      'invalid value "operater" for --rules, did you mean operator?; allowed: operator, conditions-doc, status-doc',
    ],
    ["--at yesterday", 'invalid time "yesterday" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z'],
    ["--width wide", 'invalid width "wide" for --width: use a number of columns, or 0 for no wrapping'],
    [
      "--request-timeout soon",
      'invalid value "soon" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)',
    ],
    ["-f=", "--filename (-f) names no file: its value is empty"],
    ["-R", "--recursive (-R) needs --filename (-f)"],
    ["a b", 'one HyperConverged at a time: got "a", "b"'],
  ];
  test.for(rows)("%s", ([line, error]) => {
    expect(parseOptions(line.split(" "))).toEqual({ error });
  });
});
