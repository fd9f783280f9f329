import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  startTestServer,
  statusResponse,
  type TestRequest,
  type TestResponse,
  type TestServer,
} from "../../io/server.ts";
import { installPlugin, runProgram } from "../installed-plugin.ts";

const built = installPlugin();
afterAll(() => rmSync(built.folder, { recursive: true }));

const names = [
  "prod",
  "arn:aws:eks:eu:1:cluster/a",
  "my ctx",
  // None of these may reach a terminal or a shell.
  "red\u001b[31m",
  "left\u202eright",
  "two\nlines",
  "a\tb",
  "$(touch pwned)",
  "`touch pwned`",
];

function kubeconfig(file: string, server: string, user: object = { token: "t" }): string {
  const path = join(built.folder, file);
  const config = {
    "current-context": "prod",
    contexts: names.map((name) => ({ name, context: { cluster: "near", user: "me" } })),
    clusters: [{ name: "near", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "me", user }],
  };
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}

/** The lines for these words, and that nothing else was said. */
async function completeByProgram(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { stdout, stderr } = await runProgram(built, ["kubectl-hco_status", "__complete", ...words], env);
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

/**
 * Expects these lines. Completion gives up after 1.8 s with none, which a busy machine may need for the start alone, so
 * it is asked again.
 */
async function expectCompleted(
  words: readonly string[],
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await expect.poll(() => completeByProgram(words, env)).toEqual(lines);
}

const nowhere = "https://127.0.0.1:1";

describe("contexts, clusters and users are those of the kubeconfig that the words choose", () => {
  const usual = kubeconfig("usual", nowhere);
  writeFileSync(join(built.folder, "other"), JSON.stringify({ users: [{ name: "you", user: { token: "t" } }] }));
  writeFileSync(join(built.folder, "broken"), "a: [");

  const rows: [words: readonly string[], lines: readonly string[]][] = [
    [
      ["--context", ""],
      ["arn:aws:eks:eu:1:cluster/a", "my ctx", "prod", ":4"],
    ],
    [["--context=a"], ["arn:aws:eks:eu:1:cluster/a", ":4"]],
    [
      ["--cluster", ""],
      ["near", ":4"],
    ],
    [
      ["--user", ""],
      ["me", ":4"],
    ],
    [
      ["--kubeconfig", "other", "--user", ""],
      ["you", ":4"],
    ],
    [["--kubeconfig=other", "--context", ""], [":4"]],
    [["--kubeconfig", "missing", "--context", ""], [":4"]],
    [["--kubeconfig", "broken", "--context", ""], [":4"]],
    [["--nonsense", "--context", ""], [":4"]],
  ];
  test.for(rows)("%j", async ([words, lines]) => {
    await expectCompleted(words, lines, { KUBECONFIG: usual });
  });
});

const meta = (...all: string[]): object => ({
  kind: "PartialObjectMetadataList",
  apiVersion: "meta.k8s.io/v1",
  items: all.map((name) => ({ metadata: { name } })),
});

/** Does `work` while a server answers with `answer`. */
async function completeBesideServer(
  answer: (heard: TestRequest) => TestResponse,
  work: (server: TestServer, env: Record<string, string>) => Promise<void>,
) {
  const server = await startTestServer("plain", undefined, answer);
  try {
    await work(server, { KUBECONFIG: kubeconfig(`at-${server.port}`, `http://127.0.0.1:${server.port}`) });
  } finally {
    await server.close();
  }
}

describe("an inventory is completed from the hub, by lists of metadata alone", () => {
  const entry = (name: string, namespace: string, labels: object) => ({ metadata: { name, namespace, labels } });
  const profiles = [
    entry("twice", "a", { tier: "1" }),
    entry("twice", "b", { "x.io/zone": "1" }),
    entry("one", "a", {}),
  ];
  const hub =
    (plural: string, namespaces: readonly string[] = [""]) =>
    ({ url }: TestRequest): TestResponse =>
      namespaces.some((each) => url.includes(`/v1alpha1/${each}${plural}`) || url.includes(`/v1/${each}${plural}`))
        ? { body: { items: profiles } }
        : statusResponse(404, "404 page not found");
  const rows: [
    rule: string,
    answer: (heard: TestRequest) => TestResponse,
    words: readonly string[],
    lines: readonly string[],
  ][] = [
    [
      "names, with the namespace where two have one",
      hub("clusterprofiles"),
      ["-n", "cnv", "--inventory-cluster", ""],
      ["a/twice", "b/twice", "one", ":4"],
    ],
    ["the keys of labels", hub("clusterprofiles"), ["--inventory", "-L", "tier,"], ["tier,x.io/zone", ":4"]],
    [
      "those of a namespace",
      hub("clusterprofiles", ["namespaces/a/"]),
      ["--inventory", "-n", "a", "-L", "t"],
      ["tier", ":4"],
    ],
    ["without profiles the ManagedClusters", hub("managedclusters"), ["--inventory-cluster", "on"], ["one", ":4"]],
    ["nothing where the hub refuses", () => statusResponse(403, "no"), ["--inventory-cluster", ""], [":4"]],
  ];
  test.for(rows)("%s", async ([, answer, words, lines]) => {
    await completeBesideServer(answer, async (server, env) => {
      await expectCompleted(words, lines, env);
      const accepts = server.requests.map(({ headers }) => headers.accept);
      expect(new Set(accepts)).toEqual(new Set(["application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"]));
    });
  });
});

describe("namespaces and names come from the cluster that the words choose", () => {
  const rows: [words: readonly string[], paths: readonly string[]][] = [
    [["-n", ""], ["/api/v1/namespaces"]],
    [
      ["--ascii", ""],
      ["v1", "v1beta1", "v1alpha1"].map((version) => `/apis/hco.kubevirt.io/${version}/hyperconvergeds`),
    ],
    [
      ["-n", "a/b", ""],
      ["v1", "v1beta1", "v1alpha1"].map(
        (version) => `/apis/hco.kubevirt.io/${version}/namespaces/a%2Fb/hyperconvergeds`,
      ),
    ],
  ];
  test.for(rows)("%j: lists of metadata alone", async ([words, paths]) => {
    await completeBesideServer(
      () => ({ body: meta("b", "a") }),
      async (server, env) => {
        await expectCompleted(words, ["a", "b", ":4"], env);
        // All versions are asked for at once, and the first answer is enough.
        const heard = server.requests.map(({ url }) => url.replace("?limit=500", "")).toSorted();
        expect(paths).toEqual(expect.arrayContaining(heard));
        expect(heard).not.toEqual([]);
        const accepts = server.requests.map(({ headers }) => headers.accept);
        expect(new Set(accepts)).toEqual(new Set(["application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"]));
      },
    );
  });

  test("a version that is not served does not matter", async () => {
    await completeBesideServer(
      ({ url }) => (url.includes("/v1beta1/") ? { body: meta("old") } : statusResponse(404, "404 page not found")),
      (_, env) => expectCompleted(["--ascii", ""], ["old", ":4"], env),
    );
  });

  test("names that no API server allows are skipped", async () => {
    const odd = [...names, "UPPER", "a b", "-n", "'", "x".repeat(254), ""];
    await completeBesideServer(
      () => ({ body: meta("good", ...odd) }),
      (_, env) => expectCompleted(["-n", ""], ["good", "prod", ":4"], env),
    );
  });

  const refusals: [sentence: string, said: TestResponse][] = [
    ["a refusal", statusResponse(403, "namespaces is forbidden")],
    ["an unknown token", statusResponse(401, "Unauthorized")],
    ["a web page", { body: "<html>" }],
    ["JSON that is no list", { body: { items: [1, { metadata: 2 }] } }],
    ["an answer that breaks off", { body: meta("a"), breakAfter: 5 }],
    ["a server that is busy", { ...statusResponse(429, "later"), headers: { "retry-after": "1" } }],
  ];
  test.for(refusals)("%s gives no choices and no word", async ([, said]) => {
    await completeBesideServer(
      () => said,
      async (_, env) => expect(await completeByProgram(["-n", ""], env)).toEqual([":4"]),
    );
  });

  test("a server that never answers gives no choices either, since completion gives up by itself", async () => {
    await completeBesideServer(
      () => ({ silent: true }),
      async (_, env) => {
        const { stdout, stderr } = await runProgram(built, ["kubectl_complete-hco_status", "-n", ""], env);
        expect([stdout, stderr]).toEqual([":4\n", ""]);
      },
    );
  });
});

describe("a credential plugin", () => {
  const program = join(built.folder, "plugin.sh");
  writeFileSync(
    program,
    `#!/bin/sh\nprintf %s "$KUBERNETES_EXEC_INFO" > "$ASKED"\necho 'visit https://login' >&2\nexit 1\n`,
  );
  chmodSync(program, 0o755);
  const exec = { apiVersion: "client.authentication.k8s.io/v1", command: program };

  test("learns that it cannot prompt, and its output is not shown", async () => {
    const asked = join(built.folder, "asked");
    const env = {
      KUBECONFIG: kubeconfig("exec", nowhere, { exec: { ...exec, interactiveMode: "IfAvailable" } }),
      ASKED: asked,
    };
    expect(await completeByProgram(["-n", ""], env)).toEqual([":4"]);
    expect(JSON.parse(readFileSync(asked, "utf8")).spec.interactive).toBe(false);
  });

  test("that must prompt the user is not run", async () => {
    const asked = join(built.folder, "never");
    const env = {
      KUBECONFIG: kubeconfig("always", nowhere, { exec: { ...exec, interactiveMode: "Always" } }),
      ASKED: asked,
    };
    expect(await completeByProgram(["-n", ""], env)).toEqual([":4"]);
    expect(existsSync(asked)).toBe(false);
  });

  test("that hangs is ended, and not left behind", async () => {
    const asked = join(built.folder, "hanging");
    const slow = join(built.folder, "slow.sh");
    writeFileSync(slow, '#!/bin/sh\nprintf %s $$ > "$ASKED"\nexec sleep 60\n', { mode: 0o755 });
    const user = { exec: { ...exec, command: slow, interactiveMode: "Never" } };
    expect(
      await completeByProgram(["-n", ""], { KUBECONFIG: kubeconfig("slow", nowhere, user), ASKED: asked }),
    ).toEqual([":4"]);
    const pid = Number(readFileSync(asked, "utf8"));
    // The process that adopts it takes a moment to see that it has ended.
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
