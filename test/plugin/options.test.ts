import { describe, expect, test } from "vitest";
import { type Options, parseOptions } from "../../plugin/options.ts";

const defaults: Options = {
  wants: "report",
  targets: [],
  files: [],
  recursive: false,
  deep: false,
  related: false,
  tree: false,
  output: { format: "text" },
  noHeaders: false,
  absoluteTime: false,
  exitCode: false,
  color: "auto",
  ascii: false,
  verbosity: 0,
  reach: {},
};

describe("flags have kubectl's names and take their values as kubectl's do", () => {
  const rows: [line: string, options: Partial<Options>][] = [
    ["", {}],
    ["my-hco", { word: "my-hco" }],
    ["-n openshift-cnv", { namespace: "openshift-cnv" }],
    ["-nopenshift-cnv", { namespace: "openshift-cnv" }],
    ["-n=openshift-cnv", { namespace: "openshift-cnv" }],
    ["--namespace=openshift-cnv my-hco", { namespace: "openshift-cnv", word: "my-hco" }],
    ["my-hco --namespace openshift-cnv", { namespace: "openshift-cnv", word: "my-hco" }],
    ["-n a -A", {}],
    ["-n a -A=false", { namespace: "a" }],
    ["-n a -n b", { namespace: "b" }],
    ["-f a.yaml -f b.yaml -R", { files: ["a.yaml", "b.yaml"], recursive: true }],
    ["-f a.yaml,b.yaml", { files: ["a.yaml", "b.yaml"] }],
    ["-f -", { files: ["-"] }],
    ["-Rf a", { files: ["a"], recursive: true }],
    ["-o json", { output: { format: "json" } }],
    ["-ojson --ascii --exit-code", { output: { format: "json" }, ascii: true, exitCode: true }],
    ["--width 0", { width: 0 }],
    ["--width=40 --color never", { width: 40, color: "never" }],
    ["--rules status-doc --at 2026-11-21T08:30:00Z", { ruleSet: "status-doc", at: "2026-11-21T08:30:00Z" }],
    ["--context prod --kubeconfig /tmp/k", { reach: { context: "prod", kubeconfig: "/tmp/k" } }],
    ["--request-timeout 5", { reach: { requestTimeout: 5000 } }],
    ["--request-timeout=1m30s", { reach: { requestTimeout: 90_000 } }],
    ["--request-timeout 0", { reach: { requestTimeout: 0 } }],
    ["--request-timeout +5", { reach: { requestTimeout: 5000 } }],
    ["--request-timeout .5m1.5s2ms3us4\u00b5s1\u03bcs2000000ns", { reach: { requestTimeout: 31_504.008 } }],
    ["--request-timeout 5.s", { reach: { requestTimeout: 5000 } }],
    ["--request-timeout=-5s", { reach: { requestTimeout: 0 } }],
    ["--request-timeout=", { reach: { requestTimeout: 0 } }],
    ["--request-timeout 1000h", { reach: { requestTimeout: 2_147_483_647 } }],
    [
      "-s https://h:6443 --token t --tls-server-name n",
      { reach: { server: "https://h:6443", token: "t", tlsServerName: "n" } },
    ],
    [
      "--username u --password p --user x --cluster c",
      { reach: { username: "u", password: "p", user: "x", cluster: "c" } },
    ],
    ["--client-certificate a --client-key b", { reach: { clientCertificate: "a", clientKey: "b" } }],
    ["--certificate-authority a", { reach: { certificateAuthority: "a" } }],
    [
      "--insecure-skip-tls-verify --disable-compression",
      { reach: { insecureSkipTlsVerify: true, disableCompression: true } },
    ],
    ["--insecure-skip-tls-verify=false", {}],
    ...["1", "t", "T", "TRUE", "true", "True"].map((on): [string, Partial<Options>] => [
      `--exit-code=${on}`,
      { exitCode: true },
    ]),
    ...["0", "f", "F", "FALSE", "false", "False"].map((off): [string, Partial<Options>] => [
      `--exit-code --exit-code=${off}`,
      {},
    ]),
    [
      "--as u --as-group a --as-group b --as-uid 1 --as-user-extra k=v",
      { reach: { as: "u", asGroups: ["a", "b"], asUid: "1", asUserExtra: ["k=v"] } },
    ],
    ["--cache-dir /tmp/c", { reach: { cacheDir: "/tmp/c" } }],
    ["-l a=b,c!=d", { selector: "a=b,c!=d" }],
    ["--field-selector metadata.name=x", { fieldSelector: "metadata.name=x" }],
    ["-o jsonpath={.verdict}", { output: { format: "jsonpath", argument: "{.verdict}" } }],
    ["-o=custom-columns=A:.a,B:.b=c", { output: { format: "custom-columns", argument: "A:.a,B:.b=c" } }],
    ["-ojsonpath-file=x", { output: { format: "jsonpath-file", argument: "x" } }],
    ["--no-headers --absolute-time", { noHeaders: true, absoluteTime: true }],
    ["--plain", { output: { format: "plain" } }],
    ["-v 8", { verbosity: 8 }],
    ["-v=6", { verbosity: 6 }],
    ["-v6", { verbosity: 6 }],
    ["--v=7", { verbosity: 7 }],
    ["-v", { verbosity: 6 }],
    ["-v my-hco", { verbosity: 6, word: "my-hco" }],
    ["-n -v", { namespace: "-v" }],
    ["-v -n a", { verbosity: 6, namespace: "a" }],
    ["completion bash", { wants: "completion", shell: "bash" }],
    ["options", { wants: "options" }],
    ["help", { wants: "help" }],
    ["version", { wants: "version" }],
    ["hco/help", { targets: [{ type: "hco", name: "help" }] }],
    ["hyperconverged.hco.kubevirt.io/a", { targets: [{ type: "hyperconverged.hco.kubevirt.io", name: "a" }] }],
    ["deploy a b", { targets: ["a", "b"].map((name) => ({ type: "deploy", name })) }],
    [
      "deploy/a sts/b",
      {
        targets: [
          { type: "deploy", name: "a" },
          { type: "sts", name: "b" },
        ],
      },
    ],
    // kubectl refuses it ("a resource cannot be retrieved by name across all namespaces"); without -n we look there anyway.
    ["deploy/a -A", { targets: [{ type: "deploy", name: "a" }] }],
    ["deploy a -A -n b", { targets: [{ type: "deploy", name: "a" }] }],
    ["--must-gather a --must-gather a", { mustGather: "a" }],
    ["--profile hco --profile generic", { profile: "generic" }],
    ["deploy,sts", { targets: [{ type: "deploy" }, { type: "sts" }] }],
    ["deploy,deploy", { word: "deploy" }],
    ["deploy,sts a", { targets: ["deploy", "sts"].map((type) => ({ type, name: "a" })) }],
    ["-l a=b deploy", { selector: "a=b", word: "deploy" }],
    ["-o plain", { output: { format: "plain" } }],
    ["--version", { wants: "version" }],
    ["-h --version", { wants: "help" }],
    ["-- -odd", { word: "-odd" }],
  ];
  test.for(rows)("%s", ([line, options]) => {
    expect(parseOptions(line === "" ? [] : line.split(" "))).toEqual({ ...defaults, ...options });
  });
});

const names =
  "text, wide, json, yaml, name, plain, markdown, html, jsonpath, jsonpath-as-json, jsonpath-file, custom-columns, custom-columns-file";

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
    ["-o jsn", `unable to match a printer suitable for the output format "jsn", allowed formats are: ${names}`],
    ["-o json=x", `unable to match a printer suitable for the output format "json=x", allowed formats are: ${names}`],
    ["-o jsonpath", "template format specified but no template given"],
    ["-o custom-columns=", "custom-columns format specified but no custom columns given"],
    [
      "-o go-template={{.verdict}}",
      "Go templates are not supported; use -o jsonpath=TEMPLATE or -o custom-columns=HEADER:PATH, or -o json with a program such as jq",
    ],
    ["-o json --plain", "--plain is -o plain; it cannot be -o json too"],
    ["-v=loud", 'invalid argument "loud" for "-v": use a number; from 1 on each request is shown'],
    ["completion", "completion takes one shell: bash, zsh, fish"],
    ["completion powershell", "completion takes one shell: bash, zsh, fish"],
    ["options x", 'options takes no argument: got "x"'],
    ["--field-selector metadata.name=x deploy y", "name cannot be provided when a selector is specified"],
    ["version x", 'version takes no argument: got "x"'],
    ["-l a=b hco/x", "selectors and the all flag cannot be used when passing resource/name arguments"],
    ["--color sometimes", 'invalid value "sometimes" for --color; allowed: auto, always, never'],
    [
      "--rules operater",
      'invalid value "operater" for --rules, did you mean operator?; allowed: operator, conditions-doc, status-doc, code, proposal, controller, adr',
    ],
    ["--at yesterday", 'invalid time "yesterday" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z'],
    ["--width wide", 'invalid width "wide" for --width: use a number of columns, or 0 for no wrapping'],
    ["--ascii=tRUE", 'invalid argument "tRUE" for "--ascii": it is a switch, true or false'],
    ["--ascii=", 'invalid argument "" for "--ascii": it is a switch, true or false'],
    ...["-5", ".s", "1h5", "1e3s", "1d"].map((time): [string, string] => [
      `--request-timeout=${time}`,
      `invalid value "${time}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`,
    ]),
    [
      "--request-timeout soon",
      'invalid value "soon" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)',
    ],
    ["-f=", "--filename (-f) names no file: its value is empty"],
    ["--must-gather a --must-gather=b", "--must-gather was given twice, and names one gather; name one of them"],
    ["--senses a --senses b", "--senses was given twice, and names one file; name one of them"],
    ["-R", "--recursive (-R) needs --filename (-f)"],
    ["a/b/c", "arguments in resource/name form may not have more than one slash"],
    ["a/", "arguments in resource/name form must have a single resource and name"],
    ["a,b/c", "arguments in resource/name form must have a single resource and name"],
    [
      "deploy/a b",
      "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl hco-status resource/<resource_name>' instead of 'kubectl hco-status resource resource/<resource_name>')",
    ],
  ];
  test.for(rows)("%s", ([line, error]) => {
    expect(parseOptions(line.split(" "))).toEqual({ error });
  });
});
