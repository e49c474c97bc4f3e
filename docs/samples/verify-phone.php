<?php
// Phone verification on the server of a site: PHP 8, no package.
//   VOLLEY_URL=https://HOST/api/v1 VOLLEY_KEY=… php -S 127.0.0.1:8081 verify-phone.php
// POST /phone     {"key": …}, from the page's function: sends the code
// POST /register  the form, with the fields phone and phone_verification_key: accepts a confirmed number only

function askVolley(string $call, array $body): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Authorization: Bearer " . getenv('VOLLEY_KEY') . "\r\nContent-Type: application/json\r\n",
        'content' => json_encode($body),
        'timeout' => 30,
        'ignore_errors' => true, // read the body of a refusal
    ]]);
    $text = file_get_contents(getenv('VOLLEY_URL') . "/verifier/widget/$call", false, $context);
    if ($text === false) {
        throw new RuntimeException("widget/$call: no answer");
    }
    $status = (int) explode(' ', $http_response_header[0])[1];
    if ($status !== 200 && $status !== 409) { // 409: an earlier try of this key has sent the code
        error_log("widget/$call answered $status: $text");
    }
    return json_decode($text, true, 8, JSON_THROW_ON_ERROR);
}

// A refusal is an answer too: the widget gets its number (130, 210 …) from the service and shows it.
function sendCode(mixed $body): array
{
    if (!is_array($body) || !is_string($body['key'] ?? null)) {
        return [400, 'key is missing'];
    }
    askVolley('send', ['key' => $body['key']]);
    return [204, ''];
}

// Only this answer proves the number; a report of the browser does not.
function register(array $form): array
{
    $key = (string) ($form['phone_verification_key'] ?? '');
    $phone = (string) ($form['phone'] ?? '');
    $answer = $key === '' ? [] : askVolley('check', ['key' => $key, 'destination' => $phone]);
    if (($answer['status'] ?? '') !== 'CONFIRMED') {
        return [422, 'Confirm your phone number first.'];
    }
    return [200, "Registered with $phone."]; // save the customer here
}

header('Content-Type: text/plain; charset=utf-8');
try {
    [$status, $text] = match (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
        '/phone' => sendCode(json_decode(file_get_contents('php://input', false, null, 0, 10000), true)),
        '/register' => register($_POST),
        default => [404, 'Not found'],
    };
} catch (Throwable $error) {
    error_log($error->getMessage()); // the widget shows 350 and offers another try with the same key
    [$status, $text] = [502, 'Try again later.'];
}
http_response_code($status);
echo $text;
