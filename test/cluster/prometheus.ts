import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentWith } from "../environment.ts";
import { freePorts } from "../free-ports.ts";

/** Whether Prometheus is on PATH; Debian has it in the package of its name, which .ci/run installs. */
export const hasPrometheus: boolean = spawnSync("prometheus", ["--version"]).status === 0;

/** A Prometheus that scrapes one target. */
export interface RunningPrometheus {
  /** The labels and values of a query now. */
  readonly query: (expression: string) => Promise<readonly { readonly labels: object; readonly value: string }[]>;
  readonly stop: () => Promise<void>;
}

/** Starts Prometheus with its data in `folder`. `target` is `HOST:PORT`, scraped each second as the ServiceMonitor says. */
export async function startPrometheus(folder: string, target: string): Promise<RunningPrometheus> {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "prometheus.yml");
  const scrape = { job_name: "hco-status", honor_labels: true, static_configs: [{ targets: [target] }] };
  writeFileSync(config, JSON.stringify({ global: { scrape_interval: "1s" }, scrape_configs: [scrape] }));
  const [port] = await freePorts(1);
  const words = [`--config.file=${config}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn("prometheus", words, { env: environmentWith({}), stdio: "ignore" });
  const ended = once(child, "close");
  return {
    async query(expression) {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
      const answer = await fetch(url).catch(() => undefined);
      if (answer?.ok !== true) return [];
      const { data } = (await answer.json()) as { data: { result: { metric: object; value: [number, string] }[] } };
      return data.result.map(({ metric, value }) => ({ labels: metric, value: value[1] }));
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
