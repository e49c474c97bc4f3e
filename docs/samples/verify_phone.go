// Phone verification on the server of a site: Go 1.19 or later, no module.
//
//	VOLLEY_URL=https://HOST/api/v1 VOLLEY_KEY=… PORT=8081 go run verify_phone.go
//
// POST /phone     {"key": …}, from the page's function: sends the code
// POST /register  the form, with the fields phone and phone_verification_key: accepts a confirmed number only
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

const (
	bodyBytesMax = 10_000
	notConfirmed = "Confirm your phone number first."
)

var client = &http.Client{Timeout: 30 * time.Second}

func askVolley(call string, body map[string]string) (status string, err error) {
	content, _ := json.Marshal(body) // texts only: cannot fail
	request, err := http.NewRequest("POST", os.Getenv("VOLLEY_URL")+"/verifier/widget/"+call, bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("VOLLEY_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct{ Status string }
	err = json.NewDecoder(response.Body).Decode(&answer)
	if response.StatusCode != 200 && response.StatusCode != 409 { // 409: an earlier try of this key has sent the code
		log.Printf("widget/%s answered %d", call, response.StatusCode)
	}
	return answer.Status, err
}

// A refusal is an answer too: the widget gets its number (130, 210 …) from the service and shows it.
func sendCode(request *http.Request) (int, string, error) {
	var body struct{ Key string }
	if json.NewDecoder(request.Body).Decode(&body) != nil || body.Key == "" {
		return 400, "key is missing", nil
	}
	_, err := askVolley("send", map[string]string{"key": body.Key})
	return 204, "", err
}

// Only this answer proves the number; a report of the browser does not.
func register(request *http.Request) (int, string, error) {
	key, phone := request.PostFormValue("phone_verification_key"), request.PostFormValue("phone")
	if key == "" {
		return 422, notConfirmed, nil
	}
	status, err := askVolley("check", map[string]string{"key": key, "destination": phone})
	if err != nil || status != "CONFIRMED" {
		return 422, notConfirmed, err
	}
	return 200, fmt.Sprintf("Registered with %s.", phone), nil // save the customer here
}

func answering(answer func(*http.Request) (int, string, error)) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		request.Body = http.MaxBytesReader(writer, request.Body, bodyBytesMax)
		status, text, err := answer(request)
		if err != nil { // the widget shows 350 and offers another try with the same key
			log.Print(err)
			status, text = 502, "Try again later."
		}
		writer.WriteHeader(status)
		fmt.Fprint(writer, text)
	}
}

func main() {
	http.HandleFunc("/phone", answering(sendCode))
	http.HandleFunc("/register", answering(register))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
