import { arch, platform } from "node:os";
import { expect, test } from "vitest";
import { describeWire } from "./compare.ts";
import { takeOutcome } from "./outcome.ts";
import { run } from "./run.ts";
import { openScene, type Scene } from "./scene.ts";

describeWire("every request says who sends it, and no more than that", (bench) => {
  const requestsOf = async (program: "kubectl" | "ours", scene: Scene): Promise<Scene["book"]["entries"]> => {
    scene.book.clear();
    expect(await run(program, scene, bench)).toMatchObject({ code: 0 });
    return [...scene.book.entries];
  };

  test("we say who we are, and no more than that", async () => {
    const scene = await openScene({ title: "a token" }, bench.materials);
    try {
      const ours = await requestsOf("ours", scene);
      const shape = new RegExp(`^kubectl-hco_status/v\\d+\\.\\d+\\.\\d+\\S* \\(${platform()}/${arch()}\\)$`);
      for (const { userAgent, others } of ours) {
        expect(userAgent).toMatch(shape);
        // kubectl adds which of its commands asks, and a number for each call (KEP-859): neither says who may do what.
        expect(others).toEqual([]);
      }
      const others = new Set((await requestsOf("kubectl", scene)).flatMap((entry) => entry.others));
      expect([...others]).toEqual(expect.arrayContaining(["kubectl-command", "kubectl-session"]));
    } finally {
      await scene.close();
    }
  });

  test("this machine gets no request for compression, which kubectl sends to every other", async () => {
    const scene = await openScene({ title: "a token" }, bench.materials);
    try {
      expect(new Set((await requestsOf("kubectl", scene)).map((entry) => entry.gzip))).toEqual(new Set([true]));
      expect(new Set((await requestsOf("ours", scene)).map((entry) => entry.gzip))).toEqual(new Set([false]));
    } finally {
      await scene.close();
    }
  });

  test("a token file is read again by the next run", async () => {
    const tokenFile = { title: "a token file", user: { tokenFile: "token" }, files: { token: "s3cret-first" } };
    const scene = await openScene(tokenFile, bench.materials);
    try {
      for (const token of ["s3cret-first", "s3cret-second"]) {
        scene.put("token", token);
        for (const program of ["kubectl", "ours"] as const) {
          const { requests } = takeOutcome(scene, await run(program, scene, bench));
          expect(requests, program).toEqual([
            `main h2 sni=- client=- host=127.0.0.1:main authorization=Bearer ${token}`,
          ]);
        }
      }
    } finally {
      await scene.close();
    }
  });
});
