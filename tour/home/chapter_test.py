"""The calls of a chapter of Guichet's tour, against a bank of your own. Red until `sign` is right.

    npx @guichet/sandbox
    npx @guichet/sandbox keys --org PSDFR-ACPR-12345 --name "Your name" --roles PSP_AI,PSP_PI --out ./keys
    python3 chapter_test.py
"""
import base64, hashlib, http.client, json, os, secrets, socket, ssl, unittest, uuid
from datetime import datetime, timezone
from email.utils import formatdate
from urllib.parse import parse_qs, urlencode, urlsplit

CALLS = json.loads('[]')
KEYS = os.environ.get('KEYS', './keys')


def sign(method, path, headers):
    """The value of the header Signature, as a bank wants it (draft-cavage-http-signatures-10):

        keyId="seal-1",algorithm="rsa-sha256",headers="(request-target) host date …",signature="…"

    The signature is RSA-SHA256 with KEYS/qseal.key, in base64, over one line for each name in `headers`, joined by newlines and
    without one at the end: `(request-target): get /path`, then `name: value` of every header given here, its name in small letters.
    """
    raise NotImplementedError('write the signature, then run this again')


API, SCREENS = (int(os.environ.get(name, preset)) for name, preset in
                (('SANDBOX_API_PORT', '8443'), ('SANDBOX_SCREENS_PORT', '8080')))
BANK, CALLBACK = '19870.sandbox.localhost', 'https://tpp.example/callback'


class Bank(http.client.HTTPSConnection):
    def connect(self):  # Python may not resolve names under .localhost.
        tls = ssl.create_default_context(cafile=os.environ.get('CA', './guichet-sandbox/pki/ca.pem'))
        tls.load_cert_chain(f'{KEYS}/qwac.pem', f'{KEYS}/qwac.key')
        self.sock = tls.wrap_socket(socket.create_connection(('127.0.0.1', API)), server_hostname=BANK)


def send(connection, method, path, body, headers, status):
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    if answer.status != status:
        raise AssertionError(f'{method} {path}: {answer.status} instead of {status}. {text}')
    return json.loads(text or 'null'), answer.headers


def ask_token(**form):
    headers = {'Content-Type': 'application/x-www-form-urlencoded'}
    return send(Bank(BANK, API), 'POST', '/stet/psd2/oauth/token', urlencode(form), headers, 200)[0]['access_token']


def desk(path, body, status=200):
    headers = {'Host': f'sandbox.localhost:{SCREENS}', 'Content-Type': 'application/json'}
    return send(http.client.HTTPConnection('127.0.0.1', SCREENS), 'POST', f'/desk/api{path}', json.dumps(body), headers, status)[0]


def call(method, path, token, status, body=None, request_id=None):
    data = '' if body is None else json.dumps(body)
    headers = {'Host': f'{BANK}:{API}', 'Date': formatdate(usegmt=True), 'X-Request-ID': request_id or str(uuid.uuid4()),
               'Digest': 'SHA-256=' + base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()}
    if body is not None:
        headers['Content-Type'] = 'application/json'
    headers |= {'Signature': sign(method, path, dict(headers)), 'Authorization': f'Bearer {token}'}
    return send(Bank(BANK, API), method, path, data or None, headers, status)


def register():
    seal = ssl.PEM_cert_to_DER_cert(open(f'{KEYS}/qseal.pem').read())
    key = {'kty': 'RSA', 'use': 'sig', 'alg': 'RS256', 'key_ops': ['verify'], 'kid': 'seal-1', 'x5c': [base64.b64encode(seal).decode()],
           'x5t#S256': base64.urlsafe_b64encode(hashlib.sha256(seal).digest()).decode().rstrip('=')}
    token = ask_token(client_id='PSD2_TPPRegister', grant_type='client_credentials', scope='manageRegistration')
    return call('POST', '/stet/setting/v1/register', token, 201, {
        'redirect_uris': [CALLBACK], 'token_endpoint_auth_method': 'tls_client_auth', 'grant_types': ['client_credentials'],
        'response_types': ['code'], 'client_name': 'Taken home', 'scope': 'aisp,pisp',
        'provider_legal_id': os.environ.get('TPP', 'PSDFR-ACPR-12345'),
        'contact': {'contact_name': 'Ada', 'email': 'ada@tpp.example', 'phone_number': '+33123456789'},
        'jwks': {'keys': [key]}, 'software_id': 'Taken home', 'software_version': '1.0'})[0]['client_id']


def link(client):
    """Odile allows it; the desk walks through the bank's pages in her place."""
    person = desk('/people', {'bankCode': '19870', 'firstName': 'Odile', 'lastName': 'Marin', 'life': 'employee', 'accounts': 2},
                  201)
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip('=')
    query = urlencode({'response_type': 'code', 'client_id': client, 'redirect_uri': CALLBACK, 'scope': 'aisp',
                       'state': secrets.token_urlsafe(16), 'code_challenge': challenge, 'code_challenge_method': 'S256'})
    walked = desk('/customer/authorization', {'personId': person['id'],
                  'authorizeUrl': f'http://{BANK}:{SCREENS}/stet/psd2/oauth/authorize?{query}'})
    code = parse_qs(urlsplit(walked['callbackUrl']).query)['code'][0]
    return ask_token(client_id=client, grant_type='authorization_code', code=code, redirect_uri=CALLBACK, code_verifier=verifier)


def payment():
    now, one = datetime.now(timezone.utc).isoformat(timespec='seconds'), uuid.uuid4().hex[:20]
    return {'paymentInformationId': one, 'creationDateTime': now, 'numberOfTransactions': 1, 'requestedExecutionDate': now,
            'initiatingParty': {'name': 'Taken home'}, 'chargeBearer': 'SLEV',
            'paymentTypeInformation': {'serviceLevel': 'SEPA', 'categoryPurpose': 'DVPM'},
            'beneficiary': {'creditor': {'name': 'Atlas'}, 'creditorAccount': {'iban': 'DE89370400440532013000'}},
            'creditTransferTransaction': [{'paymentId': {'instructionId': one, 'endToEndId': one},
                                           'instructedAmount': {'amount': '42.00', 'currency': 'EUR'}}],
            'supplementaryData': {'acceptedAuthenticationApproach': ['REDIRECT'], 'successfulReportUrl': CALLBACK}}


class Chapter(unittest.TestCase):
    def test_every_call_is_answered_as_in_the_tour(self):
        client, found, granted, paid = register(), {}, None, str(uuid.uuid4())
        for method, target, status in CALLS:
            pays = 'payment-requests' in target
            if pays:
                token = ask_token(client_id=client, grant_type='client_credentials', scope='pisp')
            else:
                token = granted = granted or link(client)
            path = f"/stet/psd2/{'v1.4.2' if pays else 'v1.6.2'}{target.format(**found)}"
            body = None if method == 'GET' else payment() if pays else {
                'balances': found['ibans'], 'transactions': found['ibans'], 'owners': found['ibans'], 'overdrafts': found['ibans'],
                'psuIdentity': True, 'trustedBeneficiaries': False}
            answer, headers = call(method, path, token, status, body, paid if pays else None)
            if target == '/accounts':
                own = [one for one in answer['accounts'] if 'iban' in one.get('accountId', {})]
                found |= {'account': own[0]['resourceId'], 'ibans': [{'iban': one['accountId']['iban']} for one in own]}
            if method == 'POST':
                found['payment'] = headers['Location'].split('/')[-1]


if __name__ == '__main__':
    unittest.main()
