"""What people do with pynautobot, against the server and token given as arguments; prints one line per check."""

import sys
import traceback

import pynautobot
from pynautobot.core.query import AllocationError, RequestError

URL, TOKEN, RUN = sys.argv[1:4]
checks = []


def check(function):
    """Takes a function as a check; they run in the order they are written."""
    checks.append(function)
    return function


api = pynautobot.api(URL, token=TOKEN)
threaded = pynautobot.api(URL, token=TOKEN, threading=True)
made = {}


@check
def tells_its_version():
    assert api.version == "2.1", api.version
    assert {"nautobot-version", "installed-apps"} <= set(api.status()), api.status()


@check
def pins_a_version():
    pinned = pynautobot.api(URL, token=TOKEN, api_version="2.1")
    assert pinned.extras.statuses.get(name="Active").name == "Active"


@check
def publishes_its_description():
    described = api.openapi()
    assert described["openapi"].startswith("3."), described["openapi"]
    assert "/ipam/prefixes/" in " ".join(described["paths"])


@check
def creates_one_and_many():
    made["group"] = api.tenancy.tenant_groups.create(name=f"group {RUN}")
    made["tenants"] = api.tenancy.tenants.create(
        [{"name": f"tenant {number:03} {RUN}", "tenant_group": made["group"].id} for number in range(120)]
    )
    assert len(made["tenants"]) == 120
    made["namespace"] = api.ipam.namespaces.create(name=f"namespace {RUN}")
    made["prefix"] = api.ipam.prefixes.create(
        prefix="10.20.30.0/28", namespace=made["namespace"].id, status="Active", tenant=made["tenants"][0].id
    )
    assert str(made["prefix"]) == "10.20.30.0/28"


@check
def gets_one_by_id_and_by_name():
    tenant = made["tenants"][0]
    assert api.tenancy.tenants.get(tenant.id).name == tenant.name
    assert api.tenancy.tenants.get(name=tenant.name).id == tenant.id
    assert api.tenancy.tenants.get(name="nobody") is None
    assert api.tenancy.tenants.get("00000000-0000-4000-8000-000000000000") is None


@check
def follows_a_relation_to_its_object():
    prefix = api.ipam.prefixes.get(made["prefix"].id)
    assert prefix.tenant.name == made["tenants"][0].name
    assert prefix.status.name == "Active"
    assert prefix.type.value == "network" and str(prefix.type) == "Network"


@check
def lists_all_pages():
    listed = [tenant.id for tenant in api.tenancy.tenants.all(limit=50)]
    assert len(listed) == len(set(listed)) == api.tenancy.tenants.count()
    assert {tenant.id for tenant in made["tenants"]} <= set(listed)


@check
def lists_pages_in_threads():
    one_by_one = [tenant.id for tenant in api.tenancy.tenants.all()]
    assert [tenant.id for tenant in threaded.tenancy.tenants.all()] == one_by_one
    some = threaded.tenancy.tenants.filter(tenant_group=made["group"].name, limit=25)
    assert len({tenant.id for tenant in some}) == 120


@check
def filters():
    tenants = api.tenancy.tenants
    assert len(list(tenants.filter(tenant_group=made["group"].name))) == 120
    assert [tenant.name for tenant in tenants.filter(name__isw="tenant 007", q=RUN)] == [f"tenant 007 {RUN}"]
    pair = [made["tenants"][1].name, made["tenants"][2].name]
    assert [tenant.name for tenant in tenants.filter(name=pair)] == pair
    assert tenants.count(q=RUN) == 120
    try:
        list(tenants.filter(no_such_filter="x"))
    except RequestError as error:
        assert error.req.status_code == 400, error
    else:
        raise AssertionError("an unknown filter was accepted")


@check
def saves_what_changed():
    tenant = api.tenancy.tenants.get(made["tenants"][3].id)
    tenant.description = "changed by save"
    assert tenant.save() is True
    assert tenant.update({"comments": "changed by update"}) is True
    again = api.tenancy.tenants.get(tenant.id)
    assert (again.description, again.comments) == ("changed by save", "changed by update")
    assert api.tenancy.tenants.update(tenant.id, {"description": ""})
    assert api.tenancy.tenants.get(tenant.id).description == ""


@check
def changes_many():
    changed = api.tenancy.tenants.update(
        [{"id": tenant.id, "description": f"bulk {RUN}"} for tenant in made["tenants"][10:20]]
    )
    assert len(changed) == 10
    assert api.tenancy.tenants.count(description=f"bulk {RUN}") == 10


@check
def tags_what_it_likes():
    tag = api.extras.tags.create(name=f"tag {RUN}", content_types=["tenancy.tenant"])
    tenant = made["tenants"][4]
    tenant.tags = [tag.id]
    assert tenant.save()
    found = list(api.tenancy.tenants.filter(tags=[tag.name]))
    assert [each.id for each in found] == [tenant.id]
    tag.delete()


@check
def reads_choices():
    choices = api.ipam.prefixes.choices()
    assert {"value": "container", "display": "Container"} in choices["type"], choices["type"]


@check
def allocates_addresses():
    prefix = made["prefix"]
    free = prefix.available_ips.list()
    assert len(free) == 14 and str(free[0]) == "10.20.30.1/28", free
    first = prefix.available_ips.create({"status": "Active"})
    assert first.address == "10.20.30.1/28"
    more = prefix.available_ips.create([{"status": "Active"} for _ in range(3)])
    assert [each.address for each in more] == [f"10.20.30.{number}/28" for number in (2, 3, 4)]
    assert api.ipam.ip_addresses.count(parent=prefix.id) == 4


@check
def is_told_when_no_space_is_left():
    try:
        made["prefix"].available_ips.create([{"status": "Active"} for _ in range(20)])
    except (AllocationError, RequestError):
        pass
    else:
        raise AssertionError("20 addresses were found where 10 are free")
    assert api.ipam.ip_addresses.count(parent=made["prefix"].id) == 4


@check
def allocates_prefixes():
    container = api.ipam.prefixes.create(
        prefix="10.30.0.0/16", namespace=made["namespace"].id, status="Active", type="container"
    )
    assert str(container.available_prefixes.list()[0]) == "10.30.0.0/16"
    inside = container.available_prefixes.create({"prefix_length": 24, "status": "Active"})
    assert inside.prefix == "10.30.0.0/24"
    assert str(container.available_prefixes.list()[0]) == "10.30.1.0/24"


@check
def reads_what_happened():
    changes = api.extras.object_changes.filter(changed_object_id=made["tenants"][3].id)
    assert [str(change.action) for change in changes][-1] == "Created"


@check
def looks_up_users_and_permissions():
    administrator = api.users.users.get(username="admin")
    assert administrator.is_superuser
    permission = api.users.permissions.create(
        name=f"permission {RUN}", actions=["view"], object_types=["tenancy.tenant"], users=[administrator.id]
    )
    assert api.users.permissions.get(permission.id).actions == ["view"]
    assert permission.delete()


@check
def follows_relations_of_related_objects():
    """Attributes of nested objects are objects for clients that ask for them so."""
    nested = pynautobot.api(URL, token=TOKEN)
    nested.http_session.headers["Prefer"] = "nested=object"
    dcim = nested.dcim
    kind = dcim.location_types.create(name=f"site {RUN}", content_types=["dcim.device"])
    location = dcim.locations.create(name=f"site {RUN}", location_type=kind.id, status="Active")
    manufacturer = dcim.manufacturers.create(name=f"maker {RUN}")
    model = dcim.device_types.create(model=f"model {RUN}", manufacturer=manufacturer.id)
    role = nested.extras.roles.create(name=f"role {RUN}", content_types=["dcim.device"])
    common = {"device_type": model.id, "location": location.id, "role": role.id, "status": "Active"}
    devices = dcim.devices.create([{**common, "name": f"{side} {RUN}"} for side in ("one", "other")])
    ends = dcim.interfaces.create(
        [{"device": each.id, "name": "uplink", "type": "1000base-t", "status": "Active"} for each in devices]
    )
    terminations = {f"termination_{side}_{key}": value for side, end in zip("ab", ends)
                    for key, value in (("type", "dcim.interface"), ("id", end.id))}
    cable = dcim.cables.create(status="Connected", **terminations)
    for end, device in ((ends[0], devices[1]), (ends[1], devices[0])):
        interface = dcim.interfaces.get(id=end.id, depth=1)
        assert interface.connected_endpoint.device.name == device.name
    for each in (cable, *devices, role, model, manufacturer, location, kind):
        assert each.delete()


@check
def deletes_one_and_many():
    tenant = made["tenants"].pop()
    assert tenant.delete() is True
    assert api.tenancy.tenants.get(tenant.id) is None
    for prefix in sorted(api.ipam.prefixes.filter(namespace=made["namespace"].name), key=lambda each: -each.prefix_length):
        for address in api.ipam.ip_addresses.filter(parent=prefix.id):
            address.delete()
        prefix.delete()
    assert made["namespace"].delete()
    assert api.tenancy.tenants.delete(made["tenants"])
    assert api.tenancy.tenants.count(q=RUN) == 0
    assert made["group"].delete()


failed = 0
for each in checks:
    try:
        each()
        print(f"ok {each.__name__}")
    except Exception as error:  # every check has its say
        failed += 1
        detail = getattr(error, "error", "") or traceback.format_exc(limit=-2)
        print(f"FAIL {each.__name__}: {type(error).__name__}: {error} {detail}")
sys.exit(1 if failed else 0)
