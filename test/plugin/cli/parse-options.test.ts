import { describe, expect, test } from "vitest";
import { allowedFormats } from "../../../plugin/cli/output-format.ts";
import { type CommandLineOptions, parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import { fleetFormats } from "../../../shared/render/fleet/formats.ts";

const waiting = { for: "healthy", stableForMs: 0, timeoutMs: 1_800_000, failFast: false };

const defaults: CommandLineOptions = {
  command: "report",
  targets: [],
  operands: [],
  passedOn: [],
  watch: false,
  waiting,
  serving: { listen: "127.0.0.1:9870" },
  accept: [],
  isDryRun: false,
  showsCredentials: false,
  listsKinds: false,
  machines: false,
  roleName: "hco-status",
  parallel: 10,
  isInventory: false,
  labelColumns: [],
  files: [],
  recursive: false,
  deep: false,
  related: false,
  tree: false,
  platform: false,
  output: { format: "text" },
  checksUpgrade: false,
  drawing: {},
  exitCode: false,
  color: "auto",
  verbosity: 0,
  reach: {},
};

describe("flags have kubectl's names and take their values as kubectl's do", () => {
  const rows: [line: string, options: Partial<CommandLineOptions>][] = [
    ["", {}],
    ["my-hco", { word: "my-hco" }],
    ["-n openshift-cnv", { namespace: "openshift-cnv" }],
    ["-nopenshift-cnv", { namespace: "openshift-cnv" }],
    ["-n=openshift-cnv", { namespace: "openshift-cnv" }],
    ["--namespace=openshift-cnv my-hco", { namespace: "openshift-cnv", word: "my-hco" }],
    ["my-hco --namespace openshift-cnv", { namespace: "openshift-cnv", word: "my-hco" }],
    ["-n a -A", { isEverywhere: true }],
    ["-n a -A=false", { namespace: "a" }],
    ["-n a -n b", { namespace: "b" }],
    ["-f a.yaml -f b.yaml -R", { files: ["a.yaml", "b.yaml"], recursive: true }],
    ["-f a.yaml,b.yaml", { files: ["a.yaml", "b.yaml"] }],
    ["-f -", { files: ["-"] }],
    // These do not name a cluster.
    ["-f a --cache-dir c --disable-compression=false", { files: ["a"], reach: { cacheDir: "c" } }],
    ["-Rf a", { files: ["a"], recursive: true }],
    ["-o json", { output: { format: "json" } }],
    ["-ojson --ascii --exit-code", { output: { format: "json" }, drawing: { ascii: true }, exitCode: true }],
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
    ...["1", "t", "T", "TRUE", "true", "True"].map((on): [string, Partial<CommandLineOptions>] => [
      `--exit-code=${on}`,
      { exitCode: true },
    ]),
    ...["0", "f", "F", "FALSE", "false", "False"].map((off): [string, Partial<CommandLineOptions>] => [
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
    ["--no-headers --absolute-time", { drawing: { noHeaders: true, absoluteTime: true } }],
    ["--plain", { output: { format: "plain" } }],
    ["-v 8", { verbosity: 8 }],
    ["-v=6", { verbosity: 6 }],
    ["-v6", { verbosity: 6 }],
    ["--v=7", { verbosity: 7 }],
    ["-v", { verbosity: 6 }],
    ["-v my-hco", { verbosity: 6, word: "my-hco" }],
    ["-l -v", { selector: "-v" }],
    ["-v -n a", { verbosity: 6, namespace: "a" }],
    ["completion bash", { command: "completion", shell: "bash", operands: ["bash"] }],
    ["options", { command: "options" }],
    ["help", { command: "help" }],
    ["version", { command: "version" }],
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
    ["deploy/a -A", { targets: [{ type: "deploy", name: "a" }], isEverywhere: true }],
    ["deploy a -A -n b", { targets: [{ type: "deploy", name: "a" }], isEverywhere: true }],
    ["--must-gather a --must-gather a", { mustGather: "a" }],
    ["--profile hco --profile generic", { profile: "generic" }],
    ["deploy,sts", { targets: [{ type: "deploy" }, { type: "sts" }] }],
    ["deploy,deploy", { word: "deploy" }],
    ["deploy,sts a", { targets: ["deploy", "sts"].map((type) => ({ type, name: "a" })) }],
    ["-l a=b deploy", { selector: "a=b", word: "deploy" }],
    ["-o plain", { output: { format: "plain" } }],
    ["--version", { command: "version" }],
    ["-h --version", { command: "help" }],
    ["-- -odd", { word: "-odd" }],
    // A command, and what is its own.
    ["wait", { command: "wait" }],
    ["wait a", { command: "wait", word: "a" }],
    ["wait deploy/a -n b", { command: "wait", targets: [{ type: "deploy", name: "a" }], namespace: "b" }],
    ["-n b wait a", { command: "wait", word: "a", namespace: "b" }],
    ["wait --for Upgraded", { command: "wait", waiting: { ...waiting, for: "upgraded" } }],
    ["wait --for=DELETE", { command: "wait", waiting: { ...waiting, for: "deleted" } }],
    ["wait --for create", { command: "wait", waiting: { ...waiting, for: "create" } }],
    ["wait --for Created", { command: "wait", waiting: { ...waiting, for: "create" } }],
    ["wait --for condition=Ready", { command: "wait", waiting: { ...waiting, for: "condition=Ready" } }],
    ["wait --for condition=Ready=false", { command: "wait", waiting: { ...waiting, for: "condition=Ready=false" } }],
    ["wait --for healthy --for healthy", { command: "wait" }],
    ["wait --timeout 0", { command: "wait", waiting: { ...waiting, timeoutMs: 0 } }],
    // A week.
    ["wait --timeout=-1s", { command: "wait", waiting: { ...waiting, timeoutMs: 604_800_000 } }],
    ["wait --timeout -1s", { command: "wait", waiting: { ...waiting, timeoutMs: 604_800_000 } }],
    ["wait --timeout=1h30m", { command: "wait", waiting: { ...waiting, timeoutMs: 5_400_000 } }],
    ["wait --stable-for 2m", { command: "wait", waiting: { ...waiting, stableForMs: 120_000 } }],
    [
      "wait --stable-for 2h --timeout=-1s",
      { command: "wait", waiting: { ...waiting, stableForMs: 7_200_000, timeoutMs: 604_800_000 } },
    ],
    ["wait --fail-fast", { command: "wait", waiting: { ...waiting, failFast: true } }],
    ["gate upgrade", { command: "gate", operands: ["upgrade"] }],
    ["gate upgrade a", { command: "gate", operands: ["upgrade"], word: "a" }],
    ["gate upgrade --accept A,B --accept B,C", { command: "gate", operands: ["upgrade"], accept: ["A", "B", "C"] }],
    ["diff a b", { command: "diff", operands: ["a", "b"] }],
    ["diff a - -o yaml", { command: "diff", operands: ["a", "-"], output: { format: "yaml" } }],
    ["explain", { command: "explain" }],
    ["explain A/B c", { command: "explain", operands: ["A/B", "c"] }],
    ["snapshot", { command: "snapshot" }],
    ["snapshot a -o b.json --deep", { command: "snapshot", word: "a", outputFile: "b.json", deep: true }],
    ["snapshot -o -", { command: "snapshot", outputFile: "-" }],
    ["snapshot -o ./json", { command: "snapshot", outputFile: "./json" }],
    ["hco/wait", { targets: [{ type: "hco", name: "wait" }] }],
    ["help wait", { command: "help", topic: "wait", operands: ["wait"] }],
    ["wait -h", { command: "help", topic: "wait" }],
    ["-w", { watch: true }],
    ["-w -o json", { watch: true, output: { format: "json" } }],
    ["--contexts a,b --contexts b,c", { contexts: ["a", "b", "c"] }],
    ["--all-contexts -o jsonpath={.a}", { contexts: "all", output: { format: "jsonpath", argument: "{.a}" } }],
    ["--all-contexts -w --parallel 3", { contexts: "all", watch: true, parallel: 3 }],
    ["--all-contexts=false", {}],
    ["--inventory -n fleet -l a=b -w", { isInventory: true, namespace: "fleet", selector: "a=b", watch: true }],
    ["--inventory -L tier,x.io/zone -L tier", { isInventory: true, labelColumns: ["tier", "x.io/zone"] }],
    [
      "--inventory --context hub --inventory-providers f",
      { isInventory: true, reach: { context: "hub", inventoryProviders: "f" } },
    ],
    [
      "--inventory-cluster fleet/prod-1 --context hub -n cnv",
      { namespace: "cnv", reach: { context: "hub", inventoryCluster: "fleet/prod-1" } },
    ],
  ];
  test.for(rows)("%s", async ([line, options]) => {
    expect(await parseAndCheckOptions(line === "" ? [] : line.split(" "))).toEqual({ ...defaults, ...options });
  });
});

test("several contexts have the formats that are made for them", () => {
  const { formats } = allowedFormats({ values: new Map([["all-contexts", ["true"]]]), names: [] });
  expect(formats.toSorted()).toEqual(Object.keys(fleetFormats).toSorted());
});

const states =
  "healthy, available, upgradeable, upgraded, create, deleted, upgraded=VERSION or condition=TYPE[=STATUS]";

describe("a wrong flag is one sentence that says what would be right", () => {
  const rows: [line: string, error: string][] = [
    ["--namespce x", "unknown flag: --namespce; did you mean --namespace?"],
    ["--exitcode", "unknown flag: --exitcode; did you mean --exit-code?"],
    ["--nonsense", "unknown flag: --nonsense"],
    // Only flags of the same command are suggested.
    ["--foo", "unknown flag: --foo"],
    ["wait --foo", "unknown flag: --foo; did you mean --for?"],
    ["--fail-fats", "unknown flag: --fail-fats"],
    ["explain --wath", "unknown flag: --wath"],
    ["-n x wait --timout 5m", "unknown flag: --timout; did you mean --timeout?"],
    ["-z", "unknown shorthand flag: 'z' in -z"],
    ["-Az", "unknown shorthand flag: 'z' in -Az"],
    ["-An=z -z", "unknown shorthand flag: 'z' in -z"],
    ["-Aw-", "unknown shorthand flag: '-' in -Aw-"],
    ["-😀", "unknown shorthand flag: '😀' in -😀"],
    ["-An", "flag needs an argument: 'n' in -An"],
    ["--=x", "unknown flag: --=x"],
    ["-n", "flag needs an argument: 'n' in -n"],
    ...["a b", "a/b", "..", "Prod"].map((name): [string, string] => [
      `--namespace=${name.replace(" ", "\u00a0")}`,
      `invalid argument "${name.replace(" ", "\u00a0")}" for "--namespace": use lowercase letters, digits and "-"`,
    ]),
    // The flags of kubectl logs are those that people try first.
    ...(
      [
        ["--tail 50", "unknown flag: --tail"],
        ["--since=1h", "unknown flag: --since"],
        ["-p", "unknown shorthand flag: 'p' in -p"],
        ["-f", "flag needs an argument: 'f' in -f"],
      ] as const
    ).map(([flag, error]): [string, string] => [
      `logs CDI ${flag}`,
      `${error}; flags of kubectl logs follow after --, as in: kubectl hco-status logs -- -f --tail 50`,
    ]),
    ["logs --dryrun", "unknown flag: --dryrun; did you mean --dry-run?"],
    ...["-f CDI", "CDI -f CDI"].map((words): [string, string] => [
      `logs ${words}`,
      "-f reads the file CDI and does not follow a log; to follow one: kubectl hco-status logs CDI -- -f",
    ]),
    [
      "logs -f virt-api.log",
      "logs does not read the file virt-api.log; to quote it, report on it beside its objects: kubectl hco-status -f MANIFESTS -f virt-api.log",
    ],
    ...["pods.yaml", "./dump", "-"].map((file): [string, string] => [
      `logs -f ${file}`,
      "logs requires a live cluster or a must-gather, but --filename reads files; add --dry-run to print the command for the cluster",
    ]),
    ["--context", "flag needs an argument: --context"],
    ["--ascii=maybe", 'invalid argument "maybe" for "--ascii": use true or false'],
    ...(
      [
        ["jsn", "json"],
        ["json=x", "json"],
        ["JSON", "json"],
        ["yml", "yaml"],
        ["table", "text"],
        ["csv", "custom-columns"],
        ["md", "markdown"],
        ["prometheus", "openmetrics"],
      ] as const
    ).map(([format, guess]): [string, string] => [
      `-o ${format}`,
      `unable to match a printer suitable for the output format "${format}"; did you mean ${guess}?`,
    ]),
    [
      "-o excel",
      'unable to match a printer suitable for the output format "excel", allowed formats are: text, wide, json, ndjson, yaml and others, which kubectl hco-status options describes',
    ],
    ["-w -o JSON", 'unable to match a printer suitable for the output format "JSON"; did you mean json?'],
    ["-o jsonpath", "template format specified but no template given"],
    ["-o custom-columns=", "custom-columns format specified but no custom columns given"],
    [
      "-o go-template={{.verdict}}",
      "Go templates are not supported; use -o jsonpath=TEMPLATE or -o custom-columns=HEADER:PATH, or -o json with a program such as jq",
    ],
    ["-o json --plain", "--plain means -o plain and cannot be used with -o json"],
    ["-v=loud", 'invalid argument "loud" for "-v": use a number; 1 or more logs each request'],
    ["completion", "completion requires one shell: got none; allowed: bash, zsh, fish"],
    ["completion powershell", 'completion requires one shell: got "powershell"; allowed: bash, zsh, fish'],
    ["options x", 'options accepts no arguments: got "x"'],
    ["--field-selector metadata.name=x deploy y", "name cannot be provided when a selector is specified"],
    ["version x", 'version accepts no arguments: got "x"'],
    ["-l a=b hco/x", "selectors and the all flag cannot be used when passing resource/name arguments"],
    ["--color sometimes", 'invalid value "sometimes" for --color; allowed: auto, always, never'],
    [
      "--rules operater",
      'invalid value "operater" for --rules, did you mean operator?; allowed: operator, conditions-doc, status-doc, code, proposal, controller, adr',
    ],
    ["--at yesterday", 'invalid time "yesterday" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z'],
    ["--width wide", 'invalid width "wide" for --width: use a number of columns, or 0 for no wrapping'],
    ["--ascii=tRUE", 'invalid argument "tRUE" for "--ascii": use true or false'],
    ["--ascii=", 'invalid argument "" for "--ascii": use true or false'],
    ...["-5", ".s", "1h5", "1e3s", "1d"].map((time): [string, string] => [
      `--request-timeout=${time}`,
      `invalid value "${time}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`,
    ]),
    [
      "--request-timeout soon",
      'invalid value "soon" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)',
    ],
    ["-f=", "--filename (-f) is empty; specify a file"],
    ["--must-gather a --must-gather=b", "--must-gather accepts one must-gather, but was set twice"],
    ["--polarity a --polarity b", "--polarity accepts one file, but was set twice"],
    ["-R", "--recursive (-R) requires --filename (-f)"],
    ["a/b/c", "arguments in resource/name form may not have more than one slash"],
    ["a/", "arguments in resource/name form must have a single resource and name"],
    ["a,b/c", "arguments in resource/name form must have a single resource and name"],
    [
      "deploy/a b",
      "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl hco-status resource/<resource_name>' instead of 'kubectl hco-status resource resource/<resource_name>')",
    ],
    // What does not go together, and values of commands.
    ["wait --for ready", `unrecognized condition: "ready"; --for supports ${states}`],
    ["wait --for=", `unrecognized condition: ""; --for supports ${states}`],
    ["wait --for Condition=Ready", `unrecognized condition: "Condition=Ready"; --for supports ${states}`],
    ["wait --for upgraded=", "--for upgraded= has no version: use upgraded=VERSION or upgraded"],
    ["wait --for condition=", "--for condition= has no type: use condition=TYPE or condition=TYPE=STATUS"],
    ["wait --for condition==True", "--for condition==True has no type: use condition=TYPE or condition=TYPE=STATUS"],
    [
      "wait --for condition=Ready=",
      "--for condition=Ready= has no status: use condition=Ready=True or condition=Ready",
    ],
    [
      "wait --for jsonpath={.a}=1",
      "--for does not support jsonpath= (use kubectl wait); use a state or condition=TYPE[=STATUS]",
    ],
    ["wait --for healthy --for upgraded", "--for accepts one state, but was set twice"],
    ...["soon", "1d", "", "5", "-5", "+5"].map((time): [string, string] => [
      `wait --timeout=${time}`,
      `invalid argument "${time}" for "--timeout": use a duration with a unit, e.g. 90s, 30m or 1h30m`,
    ]),
    ["wait --stable-for=-2m", 'invalid argument "-2m" for "--stable-for": it cannot be negative'],
    ["wait --stable-for 2m --timeout 0", "--stable-for 2m needs time, and --timeout 0 checks only once"],
    ["wait --stable-for 2m --timeout 1m", "--stable-for 2m is longer than --timeout 1m"],
    ["wait --stable-for 1h", "--stable-for 1h is longer than --timeout 30m, the default"],
    [
      "wait -o yaml",
      'unable to match a printer suitable for the output format "yaml", allowed formats of wait are: text, json',
    ],
    [
      "gate upgrade -o html",
      'unable to match a printer suitable for the output format "html", allowed formats of gate are: text, plain, json, yaml',
    ],
    [
      "diff a b -o jsonpath={.a}",
      'unable to match a printer suitable for the output format "jsonpath={.a}", allowed formats of diff are: text, json, yaml',
    ],
    [
      "explain -o go-template=x",
      'unable to match a printer suitable for the output format "go-template=x", allowed formats of explain are: text, json, yaml',
    ],
    [
      "permissions -o wide",
      'unable to match a printer suitable for the output format "wide", allowed formats of permissions are: yaml, json',
    ],
    [
      "-w -o html",
      'unable to match a printer suitable for the output format "html", allowed formats of --watch (-w) are: text, wide, plain, json',
    ],
    [
      "--all-contexts -o html",
      'unable to match a printer suitable for the output format "html", allowed formats of several contexts are: text, wide, json, ndjson, yaml and others, which kubectl hco-status options describes',
    ],
    ["--all-contexts -o jsonpath", "template format specified but no template given"],
    ["gate upgrade -o json --plain", "--plain means -o plain and cannot be used with -o json"],
    ["-w -f a", "--watch (-w) requires a cluster, but --filename reads files, which are read once; remove one of them"],
    ["-w --at 2026-11-21T08:30:00Z", "--watch (-w) uses the current time and cannot be used with --at"],
    ["--contexts a,,b", "--contexts has an empty context: the value is empty or has an extra comma"],
    ["--inventory -L tier,", "--label-columns (-L) contains an empty label"],
    [
      "--all-contexts -L tier",
      "--label-columns (-L) requires --inventory; the contexts of a kubeconfig have no labels",
    ],
    ["-L tier", "--label-columns (-L) requires --inventory; the contexts of a kubeconfig have no labels"],
    ["--inventory --all-contexts", "--inventory reads several clusters and cannot be used with --all-contexts"],
    ["--inventory -f a", "--inventory reads several clusters and cannot be used with --filename"],
    ["--inventory-providers f", "--inventory-providers requires --inventory or --inventory-cluster"],
    ["--inventory-cluster=", '--inventory-cluster "" is invalid; specify NAME or NAMESPACE/NAME of a ClusterProfile'],
    [
      "--inventory-cluster a/b/c",
      '--inventory-cluster "a/b/c" is invalid; specify NAME or NAMESPACE/NAME of a ClusterProfile',
    ],
    [
      "--inventory --inventory-cluster a",
      "--inventory reads several clusters and cannot be used with --inventory-cluster",
    ],
    [
      "--inventory-cluster a --contexts b",
      "--inventory-cluster reads a cluster of the hub and cannot be used with --contexts",
    ],
    [
      "--inventory-cluster a --all-contexts",
      "--inventory-cluster reads a cluster of the hub and cannot be used with --all-contexts",
    ],
    [
      "--inventory-cluster a -f b",
      "--inventory-cluster applies to a cluster, but --filename reads files; remove one of them",
    ],
    [
      "--inventory-cluster a -L tier",
      "--label-columns (-L) requires --inventory; the contexts of a kubeconfig have no labels",
    ],
    [
      "logs --inventory-cluster a",
      "logs runs kubectl, which does not read an inventory; add --dry-run to print the command, with your context to fill in",
    ],
    ["--inventory --inventory-providers=", "--inventory-providers is empty; specify a file"],
    ["snapshot --bundle a.tgz -o b", "--bundle and --output (-o) cannot be used together"],
    ["snapshot --bundle a.zip", '--bundle requires a file that ends in .tar.gz or .tgz: got "a.zip"'],
    ["--contexts a --all-contexts", "--contexts and --all-contexts cannot be used together"],
    ["--contexts a --context b", "--contexts reads several clusters and cannot be used with --context"],
    ["--all-contexts -f a", "--all-contexts reads several clusters and cannot be used with --filename"],
    ...["context", "server", "kubeconfig", "user", "token", "as", "request-timeout"].map((flag): [string, string] => [
      `--must-gather a --${flag}=0`,
      `--${flag} applies to a cluster, but --must-gather reads files; remove one of them`,
    ]),
    [
      "-f a --insecure-skip-tls-verify",
      "--insecure-skip-tls-verify applies to a cluster, but --filename reads files; remove one of them",
    ],
    ["gate upgrade -f a --context b", "--context applies to a cluster, but --filename reads files; remove one of them"],
    ["--parallel 2", "--parallel requires --contexts, --all-contexts or --inventory"],
    ["--all-contexts --parallel 0", 'invalid argument "0" for "--parallel": use a number from 1 to 999'],
    ["gate", 'gate requires the argument "upgrade": kubectl hco-status gate upgrade'],
    ["gate upgrades", 'gate requires the argument "upgrade", not "upgrades": kubectl hco-status gate upgrade'],
    ["gate upgrade --accept=", "--accept has an empty code: the value is empty or has an extra comma"],
    ["diff", "diff requires two sources, BEFORE and AFTER: got none"],
    ["diff a b c", 'diff requires two sources, BEFORE and AFTER: got "a b c"'],
    ["snapshot -o=", "--output (-o) is empty; specify a file"],
    ["snapshot -o json", "--output (-o) of snapshot is a file, not a format; use ./json for a file with this name"],
    [
      "help wiat",
      'help accepts one command: got "wiat", did you mean wait?; allowed: wait, gate, diff, explain, snapshot, serve, logs, permissions, mcp, completion, options, help, version',
    ],
    [
      "help nonsense",
      'help accepts one command: got "nonsense"; allowed: wait, gate, diff, explain, snapshot, serve, logs, permissions, mcp, completion, options, help, version',
    ],
  ];
  test.for(rows)("%s", async ([line, error]) => {
    expect(await parseAndCheckOptions(line.split(" "))).toEqual({ error });
  });
});
