// The official Go client, through one life of an object of each of many collections: insert, get, list, patch where
// there is one, delete, and a get that finds nothing. It prints a line of JSON for each.
//
// Arguments: the address of the service, and the project.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	"golang.org/x/oauth2"
	compute "google.golang.org/api/compute/v1"
	"google.golang.org/api/googleapi"
	"google.golang.org/api/option"
)

const (
	region = "us-central1"
	zone   = "us-central1-a"
)

// life is what is done to one object. A collection without patch leaves it out.
type life struct {
	collection string
	insert     func() (*compute.Operation, error)
	get        func() (link string, err error)
	list       func() (count int, err error)
	patch      func() (*compute.Operation, error)
	remove     func() (*compute.Operation, error)
}

type told struct {
	Collection string `json:"collection"`
	Link       string `json:"link"`
	Listed     int    `json:"listed"`
	Patched    bool   `json:"patched"`
	Gone       bool   `json:"gone"`
}

func main() {
	// As the emulator's page about clients says: it asks for a token, and takes any.
	service, err := compute.NewService(context.Background(),
		option.WithEndpoint(os.Args[1]+"/compute/v1/"),
		option.WithTokenSource(oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "anything"})))
	if err != nil {
		fail("the client", err)
	}
	project := os.Args[2]
	all := lives(service, project)
	for _, each := range all {
		report, err := live(service, project, each)
		if err != nil {
			fail(each.collection, err)
		}
		line, _ := json.Marshal(report)
		fmt.Println(string(line))
	}
	// What others refer to goes last.
	for index := len(all) - 1; index >= 0; index-- {
		if err := end(service, project, all[index]); err != nil {
			fail(all[index].collection, err)
		}
	}
}

func live(service *compute.Service, project string, each life) (told, error) {
	report := told{Collection: each.collection}
	if err := done(service, project, each.insert); err != nil {
		return report, fmt.Errorf("insert: %w", err)
	}
	link, err := each.get()
	if err != nil {
		return report, fmt.Errorf("get: %w", err)
	}
	report.Link = link
	if report.Listed, err = each.list(); err != nil {
		return report, fmt.Errorf("list: %w", err)
	}
	if each.patch != nil {
		if err := done(service, project, each.patch); err != nil {
			return report, fmt.Errorf("patch: %w", err)
		}
		report.Patched = true
	}
	return report, nil
}

func end(service *compute.Service, project string, each life) error {
	if err := done(service, project, each.remove); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	var refused *googleapi.Error
	if _, err := each.get(); !errors.As(err, &refused) || refused.Code != http.StatusNotFound {
		return fmt.Errorf("get after delete: %v", err)
	}
	line, _ := json.Marshal(told{Collection: each.collection, Gone: true})
	fmt.Println(string(line))
	return nil
}

// done waits for an operation where its scope has it.
func done(service *compute.Service, project string, begin func() (*compute.Operation, error)) error {
	operation, err := begin()
	for err == nil && operation.Status != "DONE" {
		switch {
		case operation.Zone != "":
			operation, err = service.ZoneOperations.Wait(project, zone, operation.Name).Do()
		case operation.Region != "":
			operation, err = service.RegionOperations.Wait(project, region, operation.Name).Do()
		default:
			operation, err = service.GlobalOperations.Wait(project, operation.Name).Do()
		}
	}
	if err == nil && operation.Error != nil {
		return fmt.Errorf("the operation failed: %s", operation.Error.Errors[0].Message)
	}
	return err
}

func fail(what string, err error) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
	os.Exit(1)
}
