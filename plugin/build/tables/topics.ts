import { existsSync, readFileSync } from "node:fs";
import { compileExplanations } from "./explanations.ts";
import { greenhouseKinds, readyRules } from "./greenhouse.ts";
import {
  alerts,
  components,
  conditionMatrix,
  deletion,
  fields,
  operator,
  progressReports,
  reasons,
} from "./hyperconverged.ts";
import { impact, refuseUndescribed } from "./impact.ts";
import { compileKinds, compilePolarities } from "./kinds.ts";
import { parseTable, readTableFile, readTableFiles } from "./read-table.ts";
import { ownedKinds, resources } from "./resources.ts";
import { type CompiledModule, compileTopic, type Topic } from "./topic.ts";
import { wordTopics } from "./words.ts";

/**
 * The topics with a schema of their own. A new one is a row here; what its schema cannot check, and the constants that it
 * compiles to, stand in a file of this folder.
 */
export const topics: readonly Topic<unknown>[] = [
  components,
  alerts,
  fields,
  conditionMatrix,
  progressReports,
  reasons,
  operator,
  deletion,
  impact,
  resources,
  ownedKinds,
  greenhouseKinds,
  readyRules,
  ...wordTopics,
];

/**
 * Every module that is compiled from the YAML of shared/explanations and shared/tables.
 * @throws TableError with the line of a mistake in a file.
 */
export function compileTables(): readonly CompiledModule[] {
  refuseUndescribed(
    parseTable(readTableFile(components.file), components.schema),
    parseTable(readTableFile(impact.file), impact.schema),
  );
  return [
    ...topics.flatMap((topic) => compileTopic(topic, readTableFile(topic.file))),
    // In the format of a user's `--polarity` file, and read as such.
    compileKinds(readTableFiles("tables/kinds")),
    compilePolarities(readTableFiles("tables/polarity")),
    ...compileExplanations(readTableFiles("explanations")),
  ];
}

/**
 * The paths of the modules that are missing or not as their YAML.
 * @throws TableError with the line of a mistake in a file.
 */
export function listStaleModules(): readonly string[] {
  const stale = compileTables().filter(({ file, text }) => !existsSync(file) || readFileSync(file, "utf8") !== text);
  return stale.map(({ file }) => file);
}
