package main

import compute "google.golang.org/api/compute/v1"

// lives has an object of each collection, those that others refer to first.
func lives(service *compute.Service, project string) []life {
	name := "go"
	global := "projects/" + project + "/global/"
	zonal := "https://www.googleapis.com/compute/v1/projects/" + project + "/zones/" + zone + "/"
	return []life{
		{
			collection: "networks",
			insert: func() (*compute.Operation, error) {
				network := &compute.Network{Name: name, AutoCreateSubnetworks: false, ForceSendFields: []string{"AutoCreateSubnetworks"}}
				return service.Networks.Insert(project, network).Do()
			},
			get: func() (string, error) {
				found, err := service.Networks.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Networks.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			remove: func() (*compute.Operation, error) { return service.Networks.Delete(project, name).Do() },
		},
		{
			collection: "subnetworks",
			insert: func() (*compute.Operation, error) {
				subnetwork := &compute.Subnetwork{Name: name, Network: global + "networks/" + name, IpCidrRange: "10.9.0.0/24"}
				return service.Subnetworks.Insert(project, region, subnetwork).Do()
			},
			get: func() (string, error) {
				found, err := service.Subnetworks.Get(project, region, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Subnetworks.List(project, region).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			patch: func() (*compute.Operation, error) {
				found, err := service.Subnetworks.Get(project, region, name).Do()
				if err != nil {
					return nil, err
				}
				pods := &compute.SubnetworkSecondaryRange{RangeName: "pods", IpCidrRange: "10.10.0.0/16"}
				change := &compute.Subnetwork{Fingerprint: found.Fingerprint, SecondaryIpRanges: append(found.SecondaryIpRanges, pods)}
				return service.Subnetworks.Patch(project, region, name, change).Do()
			},
			remove: func() (*compute.Operation, error) { return service.Subnetworks.Delete(project, region, name).Do() },
		},
		{
			collection: "firewalls",
			insert: func() (*compute.Operation, error) {
				allowed := []*compute.FirewallAllowed{{IPProtocol: "tcp", Ports: []string{"22"}}}
				firewall := &compute.Firewall{Name: name, Network: global + "networks/" + name, Allowed: allowed}
				return service.Firewalls.Insert(project, firewall).Do()
			},
			get: func() (string, error) {
				found, err := service.Firewalls.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Firewalls.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			patch: func() (*compute.Operation, error) {
				return service.Firewalls.Patch(project, name, &compute.Firewall{Priority: 900}).Do()
			},
			remove: func() (*compute.Operation, error) { return service.Firewalls.Delete(project, name).Do() },
		},
		{
			collection: "addresses",
			insert: func() (*compute.Operation, error) {
				return service.Addresses.Insert(project, region, &compute.Address{Name: name}).Do()
			},
			get: func() (string, error) {
				found, err := service.Addresses.Get(project, region, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Addresses.AggregatedList(project).Do()
				return countOf(err, func() int { return len(page.Items["regions/"+region].Addresses) })
			},
			remove: func() (*compute.Operation, error) { return service.Addresses.Delete(project, region, name).Do() },
		},
		{
			collection: "disks",
			insert: func() (*compute.Operation, error) {
				return service.Disks.Insert(project, zone, &compute.Disk{Name: name, SizeGb: 20}).Do()
			},
			get: func() (string, error) {
				found, err := service.Disks.Get(project, zone, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Disks.List(project, zone).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			remove: func() (*compute.Operation, error) { return service.Disks.Delete(project, zone, name).Do() },
		},
		{
			collection: "snapshots",
			insert: func() (*compute.Operation, error) {
				source := "projects/" + project + "/zones/" + zone + "/disks/" + name
				return service.Snapshots.Insert(project, &compute.Snapshot{Name: name, SourceDisk: source}).Do()
			},
			get: func() (string, error) {
				found, err := service.Snapshots.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Snapshots.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			remove: func() (*compute.Operation, error) { return service.Snapshots.Delete(project, name).Do() },
		},
		{
			collection: "routes",
			insert: func() (*compute.Operation, error) {
				gateway := global + "gateways/default-internet-gateway"
				route := &compute.Route{Name: name, Network: global + "networks/" + name, DestRange: "10.8.0.0/16", NextHopGateway: gateway, Priority: 900}
				return service.Routes.Insert(project, route).Do()
			},
			get: func() (string, error) {
				found, err := service.Routes.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Routes.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			remove: func() (*compute.Operation, error) { return service.Routes.Delete(project, name).Do() },
		},
		{
			collection: "healthChecks",
			insert: func() (*compute.Operation, error) {
				check := &compute.HealthCheck{Name: name, Type: "TCP", TcpHealthCheck: &compute.TCPHealthCheck{Port: 80}}
				return service.HealthChecks.Insert(project, check).Do()
			},
			get: func() (string, error) {
				found, err := service.HealthChecks.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.HealthChecks.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			patch: func() (*compute.Operation, error) {
				return service.HealthChecks.Patch(project, name, &compute.HealthCheck{TimeoutSec: 7}).Do()
			},
			remove: func() (*compute.Operation, error) { return service.HealthChecks.Delete(project, name).Do() },
		},
		{
			collection: "backendServices",
			insert: func() (*compute.Operation, error) {
				backend := &compute.BackendService{Name: name, Protocol: "HTTP", HealthChecks: []string{global + "healthChecks/" + name}}
				return service.BackendServices.Insert(project, backend).Do()
			},
			get: func() (string, error) {
				found, err := service.BackendServices.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.BackendServices.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			patch: func() (*compute.Operation, error) {
				found, err := service.BackendServices.Get(project, name).Do()
				if err != nil {
					return nil, err
				}
				backend := &compute.Backend{Group: zonal + "instanceGroups/" + name}
				change := &compute.BackendService{Fingerprint: found.Fingerprint, Backends: append(found.Backends, backend)}
				return service.BackendServices.Patch(project, name, change).Do()
			},
			remove: func() (*compute.Operation, error) { return service.BackendServices.Delete(project, name).Do() },
		},
		{
			collection: "urlMaps",
			insert: func() (*compute.Operation, error) {
				return service.UrlMaps.Insert(project, &compute.UrlMap{Name: name, DefaultService: global + "backendServices/" + name}).Do()
			},
			get: func() (string, error) {
				found, err := service.UrlMaps.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.UrlMaps.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			remove: func() (*compute.Operation, error) { return service.UrlMaps.Delete(project, name).Do() },
		},
		{
			collection: "targetHttpProxies",
			insert: func() (*compute.Operation, error) {
				return service.TargetHttpProxies.Insert(project, &compute.TargetHttpProxy{Name: name, UrlMap: global + "urlMaps/" + name}).Do()
			},
			get: func() (string, error) {
				found, err := service.TargetHttpProxies.Get(project, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.TargetHttpProxies.List(project).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			remove: func() (*compute.Operation, error) { return service.TargetHttpProxies.Delete(project, name).Do() },
		},
		{
			collection: "routers",
			insert: func() (*compute.Operation, error) {
				router := &compute.Router{Name: name, Network: global + "networks/" + name}
				return service.Routers.Insert(project, region, router).Do()
			},
			get: func() (string, error) {
				found, err := service.Routers.Get(project, region, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.Routers.List(project, region).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			patch: func() (*compute.Operation, error) {
				return service.Routers.Patch(project, region, name, &compute.Router{Description: "patched"}).Do()
			},
			remove: func() (*compute.Operation, error) { return service.Routers.Delete(project, region, name).Do() },
		},
		{
			collection: "resourcePolicies",
			insert: func() (*compute.Operation, error) {
				policy := &compute.ResourcePolicy{Name: name, GroupPlacementPolicy: &compute.ResourcePolicyGroupPlacementPolicy{VmCount: 2}}
				return service.ResourcePolicies.Insert(project, region, policy).Do()
			},
			get: func() (string, error) {
				found, err := service.ResourcePolicies.Get(project, region, name).Do()
				return linkOf(err, func() string { return found.SelfLink })
			},
			list: func() (int, error) {
				page, err := service.ResourcePolicies.List(project, region).Filter("name=" + name).Do()
				return countOf(err, func() int { return len(page.Items) })
			},
			remove: func() (*compute.Operation, error) { return service.ResourcePolicies.Delete(project, region, name).Do() },
		},
	}
}

func linkOf(err error, link func() string) (string, error) {
	if err != nil {
		return "", err
	}
	return link(), nil
}

func countOf(err error, count func() int) (int, error) {
	if err != nil {
		return 0, err
	}
	return count(), nil
}
