import { expect, test } from "vitest";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { nextCommand } from "../../shared/render/page/next-command.ts";
import * as application from "../aggregate/application/objects.ts";
import * as greenhouse from "../aggregate/greenhouse/objects.ts";

const { applicationOver, condition, part, readyStatus, reported } = application;
const wide = { width: 160 };

/** Never ready for the controller, well for everybody else. */
const balancer = part("v1", "Service", "lb", {
  spec: { type: "LoadBalancer", clusterIP: "10.0.0.7" },
  status: { loadBalancer: { ingress: [{ hostname: "abc.example.com" }] } },
});
const notReady = reported(condition("Ready", "False", "ComponentsNotReady", "1 components not ready"));

test("where all is well and the CR says otherwise the line below the headline says so", () => {
  const text = renderText(
    application.reportOf([applicationOver([["", "Service"]], { status: notReady }), balancer]),
    wide,
  );
  const [first, second] = text.split("\n");
  expect(first).toMatch(/^✓ Application shop is healthy/);
  expect(second).toBe("! the CR reports Ready=False: ComponentsNotReady: 1 components not ready");
});

test("not where it says Ready, or is unwell itself", () => {
  const objects = [part("v1", "ConfigMap", "c")];
  for (const status of [readyStatus, notReady]) {
    const text = renderText(application.reportOf([applicationOver([["", "ConfigMap"]], { status }), ...objects]), wide);
    expect(text).not.toContain("! the CR says");
  }
});

test("of a part the rule set that was asked for is told", () => {
  const objects = [applicationOver([["", "Service"]], { status: readyStatus }), balancer];
  expect(renderText(application.reportOf(objects), wide)).toContain("✓ Application shop is healthy, for 120m
  shop · Components 0/1 ready · app.yaml, as of 2026-11-21T12:00:00Z
✓ 2 conditions good, ready

PART          VERDICT  WHY
✓ Service lb  healthy  the controller reports it as InProgress

  Drift   the CR reports Ready True ComponentsReady, expected False ComponentsNotReady from its components
  Note    Service shop/lb has a host name but no IP (abc.example.com): the controller never counts it as ready
");
  const text = renderText(application.reportOf(objects, { ruleSet: "proposal" }), wide);
  expect(text).not.toContain("calls it");
  const sick = application.widget("w", [condition("Ready", "True"), condition("Error", "True", "Boom", "no")]);
  const nested = [applicationOver([["example.com", "Widget"]], { status: readyStatus }), sick];
  expect(renderText(application.reportOf(nested, { ruleSet: "proposal" }), wide)).toContain(
    "the proposal calls it Ready",
  );
  expect(renderText(application.reportOf(objects), { ...wide, wide: true })).toContain(
    "code InProgress, proposal Ready",
  );
});

test("of several roots a drift that is not the root's own names whose it is", () => {
  const sick = application.widget("w", [condition("Ready", "False", "Broken", "no")], {
    metadata: { labels: { "app.kubernetes.io/name": "inner" } },
  });
  const inner = applicationOver([["example.com", "Widget"]], {
    name: "inner",
    status: readyStatus,
    metadata: { labels: { "app.kubernetes.io/name": "shop" } },
    spec: { selector: { matchLabels: { "app.kubernetes.io/name": "inner" } } },
  });
  const shop = applicationOver([["app.k8s.io", "Application"]], { status: readyStatus });
  const text = renderText(application.reportOf([shop, inner, sick]), wide);
  expect(text).toContain("✗ 2 of 2 are not healthy: 2 unavailable
  shop · app.yaml, as of 2026-11-21T12:00:00Z

NAME                 VERDICT      SINCE  WHY
✗ application/shop   unavailable  120m   inner: Widget w unavailable
✗ application/inner  unavailable  120m   w: Broken: no

✗ Application shop is unavailable, for 120m
  shop · Components 1/1 ready
✓ 2 conditions good

  Cause   inner: Widget w unavailable, 120m

PART                 VERDICT      SINCE  WHY
✗ Application inner  unavailable  120m   its own conditions are healthy; the controller reports it as Ready
└─ ✗ Widget w unavailable, 120m: Broken: no

GATE
✗ ready  no: inner

  Drift   Application shop/inner: the CR reports Ready True ComponentsReady, expected False ComponentsNotReady from its components
  Note    Application shop/inner is unavailable, but the controller counts it as ready: it reads only Ready and InProgress

✗ Application inner is unavailable, for 120m
  shop · Components 0/1 ready
✓ 2 conditions good

  Cause   w: Broken: no, 120m

PART        VERDICT      SINCE  WHY
✗ Widget w  unavailable  120m   Broken: no

GATE
✗ ready  no: w

  Drift   the CR reports Ready True ComponentsReady, expected False ComponentsNotReady from its components
  Note    Application shop/inner is unavailable, but the controller counts it as ready: it reads only Ready and InProgress

Next  on the cluster: kubectl describe widget.example.com w -n shop
");
});

test("Unknown is never called good", () => {
  const said = { Ready: "T", NamespaceCreated: "T", SCIMAPIAvailable: "U", ServiceProxyProvisioned: "F" } as const;
  const text = renderText(greenhouse.reportOn([greenhouse.object("Organization", said)]), wide);
  expect(text).toContain("good: Ready True, NamespaceCreated True");
  expect(text).toContain("✗ Organization it is degraded, for 120m
  x, as of 2026-11-21T12:00:00Z

  Cause   ServiceProxyProvisioned=False, 120m

CONDITION                  STATUS  SINCE  REASON: MESSAGE
✗ ServiceProxyProvisioned  False   120m   no reason given
✓ good: Ready True, NamespaceCreated True
  not evaluated: SCIMAPIAvailable Unknown

GATE
✗ ready  no: ServiceProxyProvisioned

  Note    ServiceProxyProvisioned of Organization it is False, which does not affect Ready

Next  on the cluster: kubectl describe organization.greenhouse.sap it
");
});

test("of an Organization the worst of what it holds is looked at first, else itself", () => {
  const organization = (ready: greenhouse.Said): object =>
    greenhouse.object("Organization", { Ready: "T", ServiceProxyProvisioned: ready }, { metadata: { name: "acme" } });
  const named = (name: string): greenhouse.Fields => ({ metadata: { name } });
  const ailing = greenhouse.object("Cluster", { ...greenhouse.wellCluster, AllNodesReady: "F" }, named("ailing"));
  const down = greenhouse.object("Cluster", { Ready: "F", KubeConfigValid: "F" }, named("down"));
  const only = { wanted: [{ kind: greenhouse.organizationKind }] };
  expect(nextCommand(greenhouse.reportOn([organization("F"), ailing, down], only))).toBe(
    "kubectl describe cluster.greenhouse.sap down -n acme",
  );
  expect(nextCommand(greenhouse.reportOn([organization("F")], only))).toBe(
    "kubectl describe organization.greenhouse.sap acme",
  );
});
