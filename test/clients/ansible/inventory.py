"""Asks for what Ansible's inventory plugin for this contract asks for, and reads the answers as literally as it does.

The plugin itself comes from Ansible Galaxy, which builds seldom reach. This makes the requests it makes, in its order and
with its parameters, follows the same keys without asking whether they are there, and prints the hosts with their variables.
"""

import json
import sys
import urllib.parse
import urllib.request

URL, TOKEN = sys.argv[1:3]
HEADERS = {"Authorization": f"Token {TOKEN}", "Content-type": "application/json", "User-Agent": "ansible 2.17 Python 3"}


def fetch(url):
    with urllib.request.urlopen(urllib.request.Request(url, headers=HEADERS)) as response:
        return json.load(response)


def every(path):
    url, objects = f"{URL}{path}", []
    while url:
        page = fetch(url)
        objects.extend(page["results"])
        url = page["next"]
    return objects


def in_pieces(path, key, values, longest=4000):
    """Several ids in one address, as long as an address may be."""
    most = (longest - len(path)) // len(f"&{key}={values[0]}") if values else 1
    objects = []
    for start in range(0, len(values), most):
        query = "".join(f"&{key}={value}" for value in values[start : start + most])
        objects.extend(every(path + query))
    return objects


def up(start, names, parents):
    """An object's name and those of everything above it."""
    found = []
    while start is not None:
        found.append(names[start])
        start = parents[start]
    return found


def master_of(host):
    chassis = host.get("virtual_chassis")
    master = chassis.get("master") if chassis else None
    return master.get("id") if master else None


def parameters(described, path):
    """The names of all parameters of a list, where each stands by itself."""
    return [parameter["name"] for parameter in described["paths"][path]["get"]["parameters"]]


described = fetch(f"{URL}/api/docs/?format=openapi")
fetch(f"{URL}/api/status/")["nautobot-version"]
for wanted in ("name", "role", "tag", "tags", "has_primary_ip", "q"):
    assert wanted in parameters(described, "/dcim/devices/"), wanted
    assert wanted in parameters(described, "/virtualization/virtual-machines/"), wanted

ask = urllib.parse.urlencode([("limit", 0), ("depth", 1), ("exclude_m2m", False)])
devices = every(f"/api/dcim/devices/?{ask}&include=config_context")
machines = every(f"/api/virtualization/virtual-machines/?{ask}&include=config_context")
known = {device["id"]: device for device in devices}

locations = every("/api/dcim/locations/?limit=0&exclude_m2m=False")
location_names = {each["id"]: each["name"] for each in locations}
location_parents = {each["id"]: each["parent"]["id"] if each["parent"] else None for each in locations}
groups = every("/api/dcim/rack-groups/?limit=0&depth=1")
group_names = {each["id"]: each["name"] for each in groups}
group_parents = {each["id"]: each["parent"]["id"] if each["parent"] else None for each in groups}
racks = every("/api/dcim/racks/?limit=0&depth=1&exclude_m2m=False")
rack_names = {each["id"]: each["name"] for each in racks}
rack_groups = {each["id"]: each["rack_group"]["id"] if each["rack_group"] else None for each in racks}
rack_roles = {each["id"]: each["role"]["name"] if each["role"] else None for each in racks}
tenants = every("/api/tenancy/tenants/?limit=0&depth=1&exclude_m2m=False")
tenant_names = {each["id"]: each["name"] for each in tenants}
tenant_groups = {each["id"]: each["tenant_group"]["name"] if each["tenant_group"] else None for each in tenants}
roles = {
    each["id"]: each["name"]
    for each in every("/api/extras/roles/?limit=0&exclude_m2m=False")
    if "dcim.device" in each["content_types"] or "virtualization.virtualmachine" in each["content_types"]
}
drivers = {each["id"]: each["network_driver"] for each in every("/api/dcim/platforms/?limit=0&exclude_m2m=False")}
types = {each["id"]: each["model"] for each in every("/api/dcim/device-types/?limit=0&exclude_m2m=False")}
makers = {each["id"]: each["name"] for each in every("/api/dcim/manufacturers/?limit=0&exclude_m2m=False")}
clusters = {
    each["id"]: (each["cluster_type"]["name"], each["cluster_group"]["name"] if each["cluster_group"] else None)
    for each in every("/api/virtualization/clusters/?limit=0&depth=1&exclude_m2m=False")
}

interfaces = {}
for interface in every("/api/dcim/interfaces/?limit=0&depth=1&exclude_m2m=False"):
    assert interface["ip_address_count"] >= 0
    owner = master_of(known[interface["device"]["id"]]) or interface["device"]["id"]
    interfaces.setdefault(owner, []).append(interface)
for interface in every("/api/virtualization/interfaces/?limit=0&depth=1&exclude_m2m=False"):
    interfaces.setdefault(interface["virtual_machine"]["id"], []).append(interface)
some = in_pieces("/api/dcim/interfaces/?limit=0&depth=1&exclude_m2m=False", "device_id", list(known))
assert {each["id"] for each in some} >= {each["id"] for own in interfaces.values() for each in own if "device" in each}
services = {}
for service in every("/api/ipam/services/?limit=0&depth=1&exclude_m2m=False"):
    for holder in (service.get("device"), service.get("virtual_machine")):
        if holder:
            services.setdefault(holder["id"], []).append(service["name"])
on_interface = {}
addresses = {}
for address in every("/api/ipam/ip-addresses/?limit=0&depth=2&exclude_m2m=False&has_interface_assignments=true"):
    address["parent"]["namespace"]["name"]
    for interface in address["interfaces"] + address["vm_interfaces"]:
        on_interface.setdefault(interface["id"], []).append(address["address"])
        addresses[address["id"]] = address

inventory = {}
for host in devices + machines:
    is_virtual = host["object_type"] == "virtualization.virtualmachine"
    if master_of(host) not in (None, host["id"]):
        continue
    place = (host["cluster"] or {}).get("location") if is_virtual else host["location"]
    rack = None if is_virtual else host["rack"]
    primary = host["primary_ip4"] or host["primary_ip6"]
    own = inventory[host["name"] or host["id"]] = {
        "status": host["status"]["display"],
        "locations": up(place["id"], location_names, location_parents) if isinstance(place, dict) else [],
        "custom_fields": host["custom_fields"],
        "config_context": host["config_context"],
        "local_context_data": host["local_config_context_data"],
        "tags": [tag["name"] for tag in host["tags"]],
        "platform": drivers[host["platform"]["id"]] if host["platform"] else None,
        "role": roles[host["role"]["id"]] if host["role"] else None,
        "tenant": tenant_names[host["tenant"]["id"]] if host["tenant"] else None,
        "tenant_group": tenant_groups[host["tenant"]["id"]] if host["tenant"] else None,
        "rack": rack_names[rack["id"]] if rack else None,
        "rack_role": rack_roles[rack["id"]] if rack else None,
        "rack_groups": up(rack_groups[rack["id"]], group_names, group_parents) if rack else [],
        "services": services.get(host["id"], []),
        "interfaces": {each["name"]: on_interface.get(each["id"], []) for each in interfaces.get(host["id"], [])},
        "ansible_host": primary["host"] if primary else None,
        "dns_name": addresses[primary["id"]]["dns_name"] if primary else None,
        "is_virtual": is_virtual,
        "virtual_chassis": host["virtual_chassis"]["name"] if not is_virtual and host["virtual_chassis"] else None,
    }
    if is_virtual:
        own["cluster"], own["cluster_type"], own["cluster_group"] = (host["cluster"]["name"], *clusters[host["cluster"]["id"]])
    else:
        own["device_type"] = types[host["device_type"]["id"]]
        own["manufacturer"] = makers[host["device_type"]["manufacturer"]["id"]]
json.dump(inventory, sys.stdout)
