new gce.Route("ofRoute", {"name":"r0","network":"default","destRange":"10.0.0.0/24","nextHopIp":"10.128.0.9"});
new gce.Snapshot("ofSnapshot", {"name":"s1","sourceDisk":"d","zone":"us-central1-a"});
new gce.RegionInstanceGroupManagerPatch("ofRegionInstanceGroupManagerPatch", {"instanceGroupManager":"g2","region":"us-central1","description":"ours"});
new gce.FirewallPolicyIamBinding("ofFirewallPolicyIamBinding", {"firewallPolicy":"locations/global/firewallPolicies/123456789","role":"roles/compute.test3","members":["user:alice@example.com"]});
new gce.FirewallPolicyIamMember("ofFirewallPolicyIamMember", {"firewallPolicy":"locations/global/firewallPolicies/123456789","role":"roles/compute.viewer","member":"user:user4@example.com"});
new gce.NetworkFirewallPolicyAssociation("ofNetworkFirewallPolicyAssociation", {"name":"guard5","attachmentTarget":"n5","firewallPolicy":"a"});
new gce.TargetSslProxyCertificateMap("ofTargetSslProxyCertificateMap", {"targetSslProxy":"p6","certificateMap":"m"});
