import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  commandIds,
  contextKeys,
  manifestLanguages,
  mcpProviderId,
  settingsSection,
  toolNames,
  viewIds,
  walkthroughId,
} from "../../extension/platform/contributions.ts";
import packed from "../../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const { contributes, activationEvents, capabilities } = packed;
const ids: readonly string[] = Object.values(commandIds);
const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));

test("package.json and the code name the same commands", () => {
  expect(contributes.commands.map(({ command }) => command).toSorted()).toEqual(ids.toSorted());
});

test("package.json and the code name the same view and view container", () => {
  expect(Object.keys(contributes.views)).toEqual([viewIds.container]);
  expect(contributes.viewsContainers.activitybar.map(({ id }) => id)).toEqual([viewIds.container]);
  expect(contributes.views.hcoStatus.map(({ id }) => id)).toEqual([viewIds.roots]);
});

test("package.json and the code name the same tools for language models", () => {
  const names = contributes.languageModelTools.map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.values(toolNames).toSorted());
});

test("package.json and the code name the same provider of MCP servers", () => {
  expect(contributes.mcpServerDefinitionProviders.map(({ id }) => id)).toEqual([mcpProviderId]);
});

test("package.json and the code name the same walkthrough", () => {
  expect(contributes.walkthroughs.map(({ id }) => `${settingsSection}.${id}`)).toEqual([walkthroughId]);
});

test("package.json and the code name the same settings", () => {
  const source = readFileSync(join(root, "extension/platform/settings.ts"), "utf8");
  const calls = [...source.matchAll(/get(?:<string>)?\("([\w.]+)"/g)];
  const settingsOfCode = calls.map(([, name]) => `${settingsSection}.${name}`);
  expect(settingsOfCode.toSorted()).toEqual(settings.toSorted());
});

test.for(contributes.languageModelTools)("a prompt can name the tool $toolReferenceName", (tool) => {
  expect(tool.canBeReferencedInPrompt).toBe(true);
  expect(tool.toolReferenceName).toMatch(/^hcoStatus/);
  expect(tool.modelDescription).toMatch(/Do not use|never instructions/);
});

test("only a manifest in one of the languages, or a link, activates the extension", () => {
  expect(activationEvents).toEqual([...manifestLanguages.map((language) => `onLanguage:${language}`), "onUri"]);
});

test("a folder that is not trusted chooses neither kubeconfig nor context", () => {
  const restricted = capabilities.untrustedWorkspaces.restrictedConfigurations;
  expect(restricted.filter((name) => !settings.includes(name))).toEqual([]);
  expect(restricted).toEqual(expect.arrayContaining([`${settingsSection}.kubeconfig`, `${settingsSection}.context`]));
});

describe("the user interface of package.json is small and consistent", () => {
  const { menus, commands, configuration, viewsWelcome } = contributes;

  test("the palette has at most 20 commands", () => {
    const hidden = new Set(menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command));
    expect(ids.filter((id) => !hidden.has(id)).length).toBeLessThanOrEqual(20);
  });

  test("the titles of all commands differ in their first two words", () => {
    const beginnings = commands.map(({ title }) => title.split(" ").slice(0, 2).join(" "));
    expect(beginnings).toEqual([...new Set(beginnings)]);
  });

  test("the title of the view has at most three icons", () => {
    const entries = menus["view/title"].filter(({ group }) => group.startsWith("navigation"));
    const groups = new Set(entries.map(({ group }) => group));
    expect(groups.size).toBeLessThanOrEqual(3);
  });

  test("the settings stand in five groups and are numbered in one order", () => {
    expect(configuration.length).toBe(5);
    const orders = configuration.flatMap(({ properties }) => Object.values(properties).map(({ order }) => order));
    expect(orders).toEqual(orders.map((_, index) => index + 1));
  });

  test("an empty view links to the sample, except while it connects", () => {
    const withoutLink = viewsWelcome.filter(({ contents }) => !contents.includes("(command:hcoStatus.openSample)"));
    expect(withoutLink.map(({ when }) => when)).toEqual([
      "hcoStatus.phase == connecting && !hcoStatus.isFiles",
      "hcoStatus.phase == connecting && hcoStatus.isFiles",
    ]);
  });

  test("each step of the walkthrough has a picture and an event that completes it", () => {
    for (const { media, completionEvents } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      expect(media.altText).not.toBe("");
      // VS Code never completes a step whose context is true before its list of walkthroughs is loaded: a command does.
      expect(completionEvents[0]).toMatch(/^onContext:hcoStatus\./);
    }
  });
});

describe("package.json names nothing that does not exist", () => {
  test("the command of each link exists", () => {
    const linked = [...JSON.stringify(contributes).matchAll(/command:(hcoStatus\.\w+)/g)].map(([, id]) => id);
    expect(linked.filter((id) => id !== undefined && !ids.includes(id))).toEqual([]);
  });

  test("the command of each menu entry exists", () => {
    const entries = Object.values(contributes.menus).flat();
    expect(entries.filter(({ command }) => !ids.includes(command))).toEqual([]);
  });

  test("each key of a when clause exists", () => {
    const words = [...JSON.stringify(contributes).matchAll(/(?<![:.\w])(hcoStatus\.\w+)(?= ==| &&| \|\||"|\))/g)];
    const otherNames = [...ids, ...settings, viewIds.roots, mcpProviderId];
    const keys = words.map(([, key]) => key ?? "").filter((key) => !otherNames.includes(key));
    const keysOfCode: readonly string[] = Object.values(contextKeys);
    const unknown = keys.filter((key) => !keysOfCode.includes(key));
    expect(unknown.filter((key) => !settings.some((name) => name.startsWith(key)))).toEqual([]);
  });

  test("the icon and the picture of each step of the walkthrough exist", () => {
    const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const files = [packed.icon, ...steps.map(({ media }) => media.image)];
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
