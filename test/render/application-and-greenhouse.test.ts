import { expect, test } from "vitest";
import { nextCommand } from "../../shared/outline/next-command.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import * as application from "../aggregate/application/objects.ts";
import * as greenhouse from "../aggregate/greenhouse/objects.ts";

const {
  buildApplication: applicationOver,
  condition,
  partObject: part,
  readyStatus,
  statusWithReady: reported,
} = application;
const wide = { width: 160 };

/** Never ready for the controller, well for everybody else. */
const balancer = part("v1", "Service", "lb", {
  spec: { type: "LoadBalancer", clusterIP: "10.0.0.7" },
  status: { loadBalancer: { ingress: [{ hostname: "abc.example.com" }] } },
});
const notReady = reported(condition("Ready", "False", "ComponentsNotReady", "1 components not ready"));

test("where everything is healthy and the CR says otherwise the line below the headline says so", () => {
  const text = renderText(
    application.reportOf([applicationOver([["", "Service"]], { status: notReady }), balancer]),
    wide,
  );
  expect(text).toMatch(/^✓ Application shop healthy/);
  expect(text.replace(/\n */g, " ")).toContain(
    "Application shop reports Ready=False for 120m: Service lb (abc.example.com) has a host name but no IP, which the controller never counts as ready",
  );
});

test("an Application that reports Ready, or is unhealthy itself, has no such line", () => {
  const objects = [part("v1", "ConfigMap", "c")];
  for (const status of [readyStatus, notReady]) {
    const text = renderText(application.reportOf([applicationOver([["", "ConfigMap"]], { status }), ...objects]), wide);
    expect(text).not.toContain("! the CR reports");
  }
});

test("for a part the requested rule set is shown", () => {
  const objects = [applicationOver([["", "Service"]], { status: readyStatus }), balancer];
  expect(renderText(application.reportOf(objects), { ...wide, wide: true })).toContain(
    "code InProgress, proposal Ready",
  );
});

test("of several roots a drift that is not the root's own names whose it is", () => {
  const unhealthyWidget = application.widget("w", [condition("Ready", "False", "Broken", "no")], {
    metadata: { labels: { "app.kubernetes.io/name": "inner" } },
  });
  const inner = applicationOver([["example.com", "Widget"]], {
    name: "inner",
    status: readyStatus,
    metadata: { labels: { "app.kubernetes.io/name": "shop" } },
    spec: { selector: { matchLabels: { "app.kubernetes.io/name": "inner" } } },
  });
  const shop = applicationOver([["app.k8s.io", "Application"]], { status: readyStatus });
  const text = renderText(application.reportOf([shop, inner, unhealthyWidget]), wide);
  expect(text).toContain("Application shop/inner: the CR reports Ready=True");
});

test("Unknown is never called good", () => {
  const reported = {
    Ready: "True",
    NamespaceCreated: "True",
    SCIMAPIAvailable: "Unknown",
    ServiceProxyProvisioned: "False",
  } as const;
  const text = renderText(greenhouse.reportOn([greenhouse.object("Organization", reported)]), wide);
  expect(text).toContain("✓ NamespaceCreated=True");
  expect(text).not.toContain("✓ SCIMAPIAvailable");
});

test("the next command of an Organization is about the worst object in it, else about itself", () => {
  const organization = (ready: greenhouse.ReportedCondition): object =>
    greenhouse.object(
      "Organization",
      { Ready: "True", ServiceProxyProvisioned: ready },
      { metadata: { name: "acme" } },
    );
  const withName = (name: string): greenhouse.Fields => ({ metadata: { name } });
  const unhealthyCluster = greenhouse.object(
    "Cluster",
    { ...greenhouse.healthyConditions, AllNodesReady: "False" },
    withName("ailing"),
  );
  const down = greenhouse.object("Cluster", { Ready: "False", KubeConfigValid: "False" }, withName("down"));
  const only = { wanted: [{ kind: greenhouse.organizationKind }] };
  expect(nextCommand(greenhouse.reportOn([organization("False"), unhealthyCluster, down], only))).toBe(
    "kubectl describe cluster.greenhouse.sap down -n acme",
  );
  expect(nextCommand(greenhouse.reportOn([organization("False")], only))).toBe(
    "kubectl describe organization.greenhouse.sap acme",
  );
});
