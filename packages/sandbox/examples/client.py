"""A TPP in Python: registers, links a customer's accounts and reads their balances. Needs Python 3.9, openssl and a running bank.

    python3 client.py ./guichet-sandbox
"""
import base64, hashlib, http.client, json, os, socket, ssl, subprocess, sys, uuid
from email.utils import formatdate
from urllib.parse import parse_qs, urlencode, urlsplit

pki = os.path.join(sys.argv[1] if len(sys.argv) > 1 else 'guichet-sandbox', 'pki')
api, screens = (int(os.environ.get(name, preset)) for name, preset in
                (('SANDBOX_API_PORT', '8443'), ('SANDBOX_SCREENS_PORT', '8080')))
bank, callback = '19870.sandbox.localhost', 'https://tpp.example/callback'
tls = ssl.create_default_context(cafile=f'{pki}/ca.pem')
tls.load_cert_chain(f'{pki}/tpp/qwac.pem', f'{pki}/tpp/qwac.key')


class Bank(http.client.HTTPSConnection):
    def connect(self):  # Python may not resolve names under .localhost.
        self.sock = tls.wrap_socket(socket.create_connection(('127.0.0.1', api)), server_hostname=bank)


def send(connection, method, path, body, headers):
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 300:
        sys.exit(f'{method} {path}: {answer.status} {text.decode()}')
    return json.loads(text or 'null')


def ask_token(**form):
    headers = {'Content-Type': 'application/x-www-form-urlencoded'}
    return send(Bank(bank, api), 'POST', '/stet/psd2/oauth/token', urlencode(form), headers)['access_token']


def call(method, path, token, body=None):
    """A signed request (draft-cavage-10, RSA-SHA256 with the key of the QSealC)."""
    data = '' if body is None else json.dumps(body)
    headers = {'Host': f'{bank}:{api}', 'Date': formatdate(usegmt=True), 'X-Request-ID': str(uuid.uuid4()),
               'Digest': 'SHA-256=' + base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()}
    if body is not None:
        headers['Content-Type'] = 'application/json'
    signed = [f'(request-target): {method.lower()} {path}'] + [f'{name.lower()}: {value}' for name, value in headers.items()]
    sign = subprocess.run(['openssl', 'dgst', '-sha256', '-sign', f'{pki}/tpp/qseal.key'],
                          input='\n'.join(signed).encode(), capture_output=True, check=True)
    names = ' '.join(line.split(': ')[0] for line in signed)
    proof = base64.b64encode(sign.stdout).decode()
    headers['Signature'] = f'keyId="seal-1",algorithm="rsa-sha256",headers="{names}",signature="{proof}"'
    headers['Authorization'] = f'Bearer {token}'
    return send(Bank(bank, api), method, path, data or None, headers)


seal = ssl.PEM_cert_to_DER_cert(open(f'{pki}/tpp/qseal.pem').read())
key = {'kty': 'RSA', 'use': 'sig', 'alg': 'RS256', 'key_ops': ['verify'], 'kid': 'seal-1',
       'x5c': [base64.b64encode(seal).decode()],
       'x5t#S256': base64.urlsafe_b64encode(hashlib.sha256(seal).digest()).decode().rstrip('=')}
registering = ask_token(client_id='PSD2_TPPRegister', grant_type='client_credentials', scope='manageRegistration')
client = call('POST', '/stet/setting/v1/register', registering, {
    'redirect_uris': [callback], 'token_endpoint_auth_method': 'tls_client_auth', 'grant_types': ['client_credentials'],
    'response_types': ['code'], 'client_name': 'Python example', 'scope': 'aisp', 'provider_legal_id': 'PSDFR-ACPR-99999',
    'contact': {'contact_name': 'Ada', 'email': 'ada@tpp.example', 'phone_number': '+33123456789'},
    'jwks': {'keys': [key]}, 'software_id': 'Python example', 'software_version': '1.0'})['client_id']

query = urlencode({'response_type': 'code', 'client_id': client, 'redirect_uri': callback, 'scope': 'aisp',
                   'state': str(uuid.uuid4())})
# In place of a browser: the control desk walks through the bank's screens as the customer.
walk = {'personId': 'camille-bernard', 'authorizeUrl': f'http://{bank}:{screens}/stet/psd2/oauth/authorize?{query}'}
walked = send(http.client.HTTPConnection('127.0.0.1', screens), 'POST', '/desk/api/customer/authorization', json.dumps(walk),
              {'Host': f'sandbox.localhost:{screens}', 'Content-Type': 'application/json'})
code = parse_qs(urlsplit(walked['callbackUrl']).query)['code'][0]
token = ask_token(client_id=client, grant_type='authorization_code', code=code, redirect_uri=callback)

data = '/stet/psd2/v1.6.2'
accounts = call('GET', f'{data}/accounts', token)['accounts']
shared = [{'iban': one['accountId']['iban']} for one in accounts if 'iban' in one.get('accountId', {})]
call('PUT', f'{data}/consents', token, {'balances': shared, 'transactions': shared, 'psuIdentity': False,
                                        'trustedBeneficiaries': False})
for one in call('GET', f'{data}/accounts', token)['accounts']:
    amount = call('GET', f"{data}/accounts/{one['resourceId']}/balances", token)['balances'][0]['balanceAmount']
    print(f"{one['name']}: {amount['amount']} {amount['currency']}")
