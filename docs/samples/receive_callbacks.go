// Receiver of callbacks with a check of their signature: Go 1.19 or later, no module.
//
//	VOLLEY_SECRET=whsec_… PORT=8082 go run receive_callbacks.go
//
// POST /callbacks  204: the events are stored; 401: not from the service. Any answer but 2xx is repeated for a day.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	bodyBytesMax  = 10_000_000
	ageSecondsMax = 300
)

type event struct {
	CallbackEvent string `json:"callback_event"`
	Event         string `json:"event"`
}

// The signature covers the received bytes, so check them before you parse.
func isGenuine(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > ageSecondsMax {
		return false
	}
	digest := hmac.New(sha256.New, key)
	digest.Write([]byte(id + "." + timestamp + "."))
	digest.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(digest.Sum(nil)))
	// While a secret is being changed there are two signatures.
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), expected) {
			return true
		}
	}
	return false
}

// The messaging API posts an array of events, a dispatch of the partner API one object. Store them and answer; work on
// them later. A repeated request has the same webhook-id, a repeated event the same event_number.
func store(id string, body []byte) error {
	var events []event
	if json.Unmarshal(body, &events) != nil {
		var one event
		if err := json.Unmarshal(body, &one); err != nil {
			return err
		}
		events = []event{one}
	}
	for _, one := range events {
		fmt.Println(id, one.CallbackEvent+one.Event)
	}
	return nil
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("VOLLEY_SECRET"), "whsec_"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/callbacks", func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, bodyBytesMax))
		status := 204
		if err != nil {
			status = 413
		} else if !isGenuine(key, request.Header, body) {
			status = 401
		} else if err := store(request.Header.Get("webhook-id"), body); err != nil {
			log.Print(err)
			status = 500
		}
		writer.WriteHeader(status)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
