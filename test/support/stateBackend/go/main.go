// A bucket of S3 in memory, on this machine only, for the tests of a state that several people share.
//
// It is given the bucket's name, and prints its address.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("give the name of the bucket")
	}
	backend := s3mem.New()
	if err := backend.CreateBucket(os.Args[1]); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr())
	log.Fatal(http.Serve(listener, gofakes3.New(backend).Server()))
}
